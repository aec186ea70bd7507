"""An evaluation as a page in one file: the table, the figures, and every query with the crowd's breaks drawn in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

import numpy as np

from caesura.evaluation.evaluation import Evaluation
from caesura.evaluation.few_queries import few_queries_warning
from caesura.evaluation.fit import Fit
from caesura.evaluation.measures import MEASURES, measure
from caesura.evaluation.names import short_names
from caesura.evaluation.people import BEST, PERSON
from caesura.evaluation.report_figures import lengths_figure, scores_figure, votes_figure
from caesura.evaluation.statistics import Statistics
from caesura.evaluation.subsets import ALL, Subset
from caesura.evaluation.table import Masks
from caesura.foundation import Page, PathLike, Section, extra, html_table, shared_signature, written

Row = Mapping[str, Any]
LEVELS_SHOWN = ("query", "segment_precision", "segment_recall", "segment_f", "break", "value")


def write_report(evaluation: Evaluation, rows: Sequence[Row], path: PathLike, *, subsets: Sequence[Subset] = (ALL,)) -> None:
    """Write the page; `rows` are those of `evaluation_rows` for the same subsets."""
    with written(path) as stream:
        stream.write(evaluation_page(evaluation, rows, subsets=subsets).render())


def evaluation_page(evaluation: Evaluation, rows: Sequence[Row], *, subsets: Sequence[Subset] = (ALL,)) -> Page:
    """The report in sections; the studio shows the same."""
    names = short_names([row["method"] for row in rows])
    sections = [_scores(rows, names, subset) for subset in subsets]
    sections.append(_votes(evaluation))
    if lengths := _lengths(evaluation, names):
        sections.append(lengths)
    sections.append(_queries())
    corpus = evaluation.corpus
    lead = (
        f"{len(corpus):,} queries with {evaluation.annotators} annotators each, {_counted(len(evaluation.methods), 'method')}; "
        f"the reference is chosen by the rule “{evaluation.rule.value}”."
    )
    lead += "".join(f" Note: {note}." for note in evaluation.notes)
    if warning := few_queries_warning(rows):
        lead += f" Warning: {warning}."
    return Page(
        f"Evaluation on {corpus.name}",
        lead,
        sections,
        footer=shared_signature(row["signature"] for row in rows) if rows else "",
        data=_data(evaluation, names),
        scripts=[_shipped("report.js")],
        styles=[_shipped("report.css")],
    )


_LEVEL_MEANINGS = {
    "query": "The share of queries whose whole segmentation is right.",
    "segment_precision": "The share of the method's segments that are right.",
    "segment_recall": "The share of the reference's segments that the method has.",
    "segment_f": "The harmonic mean of the two.",
    "break": "The share of places between words where the decision, break or no break, is right.",
}


def table_as_in_the_thesis(rows: Sequence[Row], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Measures and levels downwards, methods across."""
    lines: dict[tuple[str, str], dict[str, Any]] = {}
    for row in rows:
        for level in LEVELS_SHOWN:
            if level in row:
                head = {"measure": row["measure"], "level": "" if level == "value" else level.replace("_", " ")}
                lines.setdefault((row["measure"], level), head)[names[row["method"]]] = row[level]
    return list(lines.values())


def _scores(rows: Sequence[Row], names: Mapping[str, str], subset: Subset) -> Section:
    with extra("plots"):
        from markupsafe import Markup

    in_subset = [row for row in rows if row["subset"] == subset.name]
    lines = table_as_in_the_thesis(in_subset, names)
    people = [names[name] for name in (PERSON, BEST) if name in names]
    methods = [name for method, name in names.items() if method not in (PERSON, BEST)]
    titles: dict[tuple[int, str], str] = {}
    places = {(line["measure"], line["level"].replace(" ", "_") or "value"): number for number, line in enumerate(lines)}
    for row in in_subset:
        for level, ends in row.get("intervals", {}).items():
            titles[places[row["measure"], level], names[row["method"]]] = f"95 % interval {ends[0]:.3f} to {ends[1]:.3f}"
    figures = [
        scores_figure(in_subset, name, level, {method: shown for method, shown in names.items() if method not in (PERSON, BEST)})
        for name, level in (("corpus", "query"), ("newbreak", "value"), ("category-normalized", "query"))
        if methods and any(row["measure"] == name for row in in_subset)
    ][:2]
    rivals = methods if len(methods) > 1 else ()
    table = html_table(lines, sortable=False, best=rivals, aside=people, group_by="measure", titles=titles)
    queries = in_subset[0]["queries"] if in_subset else 0
    title = "Scores" if subset is ALL else f"Scores: {subset.name}"
    note = f"{_counted(queries, 'query', 'queries')}. Point at a figure for its 95 % interval."
    if rivals:
        note += " The best method of each row stands out."
    if people:
        note += (
            " “Person” is the annotators scored against each other, one against the rest; “best possible” is what no single "
            "segmentation can surpass against the same remaining votes."
        )
    meanings = Markup("").join(
        Markup("<dt>{}</dt><dd>{}</dd>").format(name, meaning) for name, meaning in _meanings(in_subset).items()
    )
    content = Markup('<div class="figures">{}</div>{}<details><summary>What the rows mean</summary><dl>{}</dl></details>').format(
        Markup("").join(figures), table, meanings
    )
    return Section(title, content, note)


def _meanings(rows: Sequence[Row]) -> dict[str, str]:
    """A sentence for each measure and level that is shown."""
    shown = dict.fromkeys(row["measure"] for row in rows)
    measures = {name: f"{MEASURES[name].description}." for name in shown if name in MEASURES}
    levels = {level: meaning for level, meaning in _LEVEL_MEANINGS.items() if any(level in row for row in rows)}
    return {**measures, **{level.replace("_", " "): meaning for level, meaning in levels.items()}}


def _votes(evaluation: Evaluation) -> Section:
    return Section(
        "Votes",
        votes_figure(evaluation),
        "How much the annotators agree. A query is safe where most of them chose the same segmentation (Beyer 2011, formula 3.1).",
    )


def _lengths(evaluation: Evaluation, names: Mapping[str, str]) -> Section | None:
    """Scores for the queries of each length; None without methods or where all are of one length."""
    with extra("plots"):
        from markupsafe import Markup

    lengths = [int(length) for length in np.unique(evaluation.table.sizes)]
    present = {measure.name for measure in evaluation.measures}
    if len(lengths) < 2 or not evaluation.methods or not present & {"corpus", "newbreak"}:
        return None
    parts: list[Markup] = []
    for name, level in (("corpus", "query"), ("newbreak", "value")):
        if name in present:
            rows = _by_length(evaluation, names, lengths, name, level)
            shown = list(dict.fromkeys(row["method"] for row in rows))
            label = f"{name}, query, by length" if level == "query" else f"{name} by length"
            table = [
                {"words": length, "queries": int((evaluation.table.sizes == length).sum())}
                | {row["method"]: row["score"] for row in rows if row["length"] == length}
                for length in lengths
            ]
            parts.append(Markup("<div>{}{}</div>").format(lengths_figure(rows, shown, label), html_table(table)))
    content = Markup('<div class="figures">{}</div>').format(Markup("").join(parts))
    return Section("By length", content, "All queries of the corpus, by their number of words.")


def _by_length(
    evaluation: Evaluation, names: Mapping[str, str], lengths: Sequence[int], name: str, level: str
) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for method in (*evaluation.methods, *([PERSON] if PERSON in names else [])):
        statistics = _statistics(evaluation, method, name)
        sizes = evaluation.table.sizes if statistics.shares is None else evaluation.table.sizes[statistics.shares.queries]
        values = statistics.values(level)
        for length in lengths:
            if (sizes == length).any():
                rows.append({"method": names[method], "length": length, "score": float(values[sizes == length].mean())})
    return rows


def _statistics(evaluation: Evaluation, method: str, name: str) -> Statistics:
    if method == PERSON:
        return next(one for one in evaluation.people if (one.method, one.measure.name) == (method, name))
    return evaluation.of(method, name)


def _queries() -> Section:
    with extra("plots"):
        from markupsafe import Markup

    return Section(
        "Queries",
        Markup('<div id="queries"></div>'),
        "The bar between two words shows how many annotators broke there; the line over the words is the method's prediction.",
    )


def _data(evaluation: Evaluation, names: Mapping[str, str]) -> dict[str, object]:
    """What the script draws queries from. Breaks are strings of 0 and 1: numbers of 64 bits would be too long for it."""
    table = evaluation.table
    newbreak = {method: _newbreak(evaluation, masks) for method, masks in evaluation.predictions.items()}
    queries: list[object] = []
    for number, entry in enumerate(evaluation.corpus):
        size = int(table.sizes[number])
        places = range(int(table.starts[number]), int(table.starts[number + 1]))
        votes = [[_bits(int(table.masks[place]), size), int(table.counts[place])] for place in places]
        predictions = [_bits(int(masks[number]), size) for masks in evaluation.predictions.values()]
        scores = [round(float(values[number]), 3) for values in newbreak.values()]
        queries.append([entry.query.id, entry.query.words, int(table.safe[number]), votes, predictions, scores])
    return {"methods": [names.get(method, method) for method in evaluation.methods], "queries": queries}


def _newbreak(evaluation: Evaluation, masks: Masks) -> np.ndarray[Any, np.dtype[np.float64]]:
    newbreak = measure("newbreak")
    fit = Fit.of_all(evaluation.table, masks, evaluation.rule)
    return Statistics("", newbreak, newbreak.fast(fit), len(masks)).values("value")


def _bits(mask: int, size: int) -> str:
    return "".join(str(mask >> boundary & 1) for boundary in range(size - 1))


def _counted(number: int, one: str, many: str | None = None) -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def _shipped(name: str) -> str:
    return files("caesura.evaluation").joinpath(name).read_text(encoding="utf-8")
