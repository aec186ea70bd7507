"""Reproduce the tables of Beyer 2011 on a Webis-QSeC-10 folder: every published figure beside ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from caesura.corpus import Corpus, IsTitle, corpus_facts
from caesura.evaluation import (
    CORPUS_TIES_JOIN,
    MEASURES,
    Evaluation,
    ReferenceRule,
    VoteTable,
    compare,
    evaluate,
    measure,
    named_predictions,
    parse_subset,
)
from caesura.foundation import InputError
from caesura.papers.thesis_tables import (
    ALGORITHMS,
    CHAPTER_5,
    CROSS_TABLES,
    LEFT_ALONE,
    OVERLAPPING_TITLES,
    P_VALUES,
    QUERY_LENGTHS,
    SEGMENT_LENGTHS,
    TABLE_4_6,
)

#: Figures that differ by no more than this agree: the public outputs are a later run than the printed ones.
TOLERANCE = 0.006

Row = Mapping[str, Any]


def reproduce_thesis(corpus: Corpus, is_title: IsTitle | None = None) -> Iterator[Row]:
    """Rows `table, subset, row, column, published, ours, difference, agrees`, table after table.

    `is_title` knows the titles of the corpus's n-grams.
    Rows of the measure corpus also say what comes out if a tie joins instead of breaking: chapter 5 agrees with that.
    """
    missing = [name for name in ALGORITHMS.values() if name not in corpus.outputs]
    if missing:
        raise InputError(
            f"{corpus.name} has no output of {', '.join(missing)}",
            cure="give a Webis-QSeC-10 folder with its segmentations-of-algorithms",
        )
    yield from _chapter_3(corpus, is_title)
    outputs = {shown: named_predictions(name, corpus) for shown, name in ALGORITHMS.items()}
    evaluation = evaluate(corpus, outputs, measures=[*MEASURES.values(), CORPUS_TIES_JOIN], rule=ReferenceRule.PUBLISHED)
    for subset, algorithms in TABLE_4_6.items():
        for algorithm, figures in algorithms.items():
            yield from _figures(evaluation, "4.6", subset, algorithm, figures)
    for table, (subset, algorithms) in CHAPTER_5.items():
        for algorithm, figures in algorithms.items():
            yield from _figures(evaluation, table, subset, algorithm, figures)
        yield from _p_values(corpus, evaluation.table, table, subset, tuple(algorithms))


def _chapter_3(corpus: Corpus, is_title: IsTitle | None) -> Iterator[Row]:
    facts = corpus_facts(corpus, is_title=is_title)
    for what, printed, number in (
        ("somebody left every word alone", LEFT_ALONE, facts.someone_left_alone),
        ("titles overlap", OVERLAPPING_TITLES, facts.overlapping_titles),
    ):
        yield _row("text", "all", what, "share", printed, None if number is None else number / facts.queries)
    for table, what, published, ours in (
        ("3.1", "segments of length", SEGMENT_LENGTHS, facts.segment_lengths),
        ("3.2", "queries of length", QUERY_LENGTHS, facts.lengths),
    ):
        for length, count in published.items():
            here = ours.get(length, 0) / sum(ours.values())
            yield _row(table, "all", f"{what} {length}", "share", count / sum(published.values()), here)
    for table, (names, published_cells) in CROSS_TABLES.items():
        # The cross tables of a corpus name each pair of facts once, in an order of their own.
        turned = names not in facts.cross
        cells = facts.cross[names[::-1] if turned else names]
        total = sum(cells.values())
        for (row, column), count in published_cells.items():
            computed = cells.get((column, row) if turned else (row, column), 0)
            share = computed / total if total else None
            yield _row(table, "all", f"{row}, {column}", "share", count / sum(published_cells.values()), share)


def _figures(
    evaluation: Evaluation, table: str, subset: str, algorithm: str, figures: Mapping[tuple[str, str], float | None]
) -> Iterator[Row]:
    where = parse_subset(subset).flags(evaluation.corpus)
    averages = {name: evaluation.of(algorithm, name).average(where=where) for name in (*MEASURES, CORPUS_TIES_JOIN.name)}
    for (name, level), published in figures.items():
        row = dict(_row(table, subset, _shown(name, level), algorithm, published, float(averages[name][level])))
        if name == "corpus":
            row["ours_if_ties_join"] = float(averages[CORPUS_TIES_JOIN.name][level])
        yield row


def _p_values(corpus: Corpus, votes: VoteTable, table: str, subset: str, algorithms: tuple[str, ...]) -> Iterator[Row]:
    predictions = {algorithm: named_predictions(ALGORITHMS[algorithm], corpus) for algorithm in algorithms}
    names = dict.fromkeys(name for name, _ in P_VALUES[table])
    pair = evaluate(corpus, predictions, measures=[measure(name) for name in names], rule=ReferenceRule.PUBLISHED, table=votes)
    ours = {(row["measure"], row["level"]): row["p_t"] for row in compare(pair, subset=parse_subset(subset), trials=100)}
    for (name, level), published in P_VALUES[table].items():
        row = dict(_row(table, subset, _shown(name, level), "p (t-test)", published, ours[name, level]))
        # Two runs on different queries do not share their p-values, but they should share the verdict.
        if row["agrees"] is not None:
            row["agrees"] = (row["published"] <= 0.025) == (row["ours"] <= 0.025)
        yield row


def _row(table: str, subset: str, row: str, column: str, published: float | None, ours: float | None) -> Row:
    difference = None if published is None or ours is None else ours - published
    return {
        "table": table,
        "subset": subset,
        "row": row,
        "column": column,
        "published": published,
        "ours": ours,
        "difference": difference,
        "agrees": None if difference is None else abs(difference) <= TOLERANCE + 1e-9,
        "ours_if_ties_join": None,
    }


def _shown(measure: str, level: str) -> str:
    return measure if level == "value" else f"{measure} {level}"
