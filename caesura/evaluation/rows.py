"""The rows of an evaluation as they are printed: averages, intervals, and a signature for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from caesura.evaluation.bootstrap import resampled_all
from caesura.evaluation.evaluation import Evaluation
from caesura.evaluation.people import BEST, EXHAUSTIVE_WORDS, PERSON
from caesura.evaluation.spread import spread
from caesura.evaluation.statistics import Average, Statistics
from caesura.evaluation.subsets import ALL, Subset
from caesura.evaluation.table import Flags
from caesura.foundation import CONFIDENCE, RESAMPLES, SEED, percentile_interval, signature

Row = Mapping[str, Any]
#: Statistics of the same queries, and which of these are averaged.
Group = tuple[list[Statistics], Flags]


def evaluation_rows(
    evaluation: Evaluation,
    *,
    subsets: Sequence[Subset] = (ALL,),
    average: Average = Average.MACRO,
    people: bool = False,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    confidence: float = CONFIDENCE,
) -> list[Row]:
    """One row per subset, method and measure. Without `resamples` there are no intervals."""
    rows: list[Row] = []
    for subset in subsets:
        where = subset.flags(evaluation.corpus)
        groups = [(list(evaluation.statistics), where)]
        if people and evaluation.people:
            of_people = [of_method for of_method in evaluation.people if of_method.method == PERSON or average is Average.MACRO]
            groups = _with_people(groups[0], of_people, where[evaluation.rests.shares.queries])
        for statistics, flags in groups:
            if not flags.any() or not statistics:
                continue
            samples = resampled_all(statistics, average, flags, resamples=resamples, seed=seed) if resamples else None
            for number, of_method in enumerate(statistics):
                intervals = (
                    {level: percentile_interval(values, confidence) for level, values in samples[number].items()}
                    if samples
                    else None
                )
                rows.append(_row(evaluation, of_method, subset, average, flags, intervals, resamples, seed, confidence))
    return rows


def _with_people(
    methods: tuple[list[Statistics], Flags], people: list[Statistics], where: Flags
) -> list[tuple[list[Statistics], Flags]]:
    """Where everyone has peers, people are resampled together with the methods; else they have fewer queries."""
    if len(where) == len(methods[1]):
        return [([*methods[0], *people], where)]
    return [methods, (people, where)]


def _row(
    evaluation: Evaluation,
    statistics: Statistics,
    subset: Subset,
    average: Average,
    flags: Flags,
    intervals: Mapping[str, tuple[float, float]] | None,
    resamples: int,
    seed: int,
    confidence: float,
) -> Row:
    measure = statistics.measure
    reference = evaluation.rule.value if measure.uses_reference_rule else None
    row: dict[str, Any] = {"method": statistics.method, "measure": measure.name, "queries": int(flags.sum())}
    row |= {level: float(value) for level, value in statistics.average(average, flags).items()}
    row |= {"subset": subset.name, "reference": reference, "average": average.value}
    if intervals is not None:
        row["intervals"] = {level: list(ends) for level, ends in intervals.items()}
    source = evaluation.sources.get(statistics.method)
    if source is not None and source.seen is not None:
        row["trained_on"] = len(source.seen)
    if statistics.method == PERSON:
        row |= spread(evaluation, statistics, flags)
    if statistics.method == BEST:
        row["searched_exhaustively"] = bool(np.all(evaluation.rests.table.sizes <= EXHAUSTIVE_WORDS))
    row["signature"] = signature(
        data=evaluation.corpus.signature,
        queries=row["queries"],
        subset=None if subset is ALL else subset.name,
        annotators=evaluation.annotators,
        method=statistics.method,
        **evaluation.facts(statistics.method),
        measure=measure.name,
        reference=reference,
        average=average.value,
        interval=f"bootstrap-{confidence:g}-{resamples}-seed-{seed}" if intervals is not None else None,
    )
    return row


def query_rows(evaluation: Evaluation, subsets: Sequence[Subset] = (ALL,)) -> list[Row]:
    """One row per query, method and measure, with the values of all levels."""
    from caesura.shapes import Flat, print_pipe

    rows: list[Row] = []
    wanted = np.any([subset.flags(evaluation.corpus) for subset in subsets], axis=0)
    printed = {
        method: [
            print_pipe(entry.query.words, Flat.from_mask(len(entry.query.words), int(mask)))
            for entry, mask in zip(evaluation.corpus, masks, strict=True)
        ]
        for method, masks in evaluation.predictions.items()
    }
    for statistics in evaluation.statistics:
        columns = {level: statistics.values(level) for level in statistics.measure.levels}
        for number in np.flatnonzero(wanted):
            row: dict[str, Any] = {
                "id": evaluation.corpus.entries[number].query.id,
                "method": statistics.method,
                "measure": statistics.measure.name,
                "prediction": printed[statistics.method][number],
            }
            rows.append(row | {level: float(values[number]) for level, values in columns.items()})
    return rows
