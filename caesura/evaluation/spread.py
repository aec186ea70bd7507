"""How much people differ: the standard deviation behind the mean of the annotators.

Where the corpus says who voted, each annotator's own mean counts once; where it does not, each single annotation does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from caesura.evaluation.evaluation import Evaluation
from caesura.evaluation.query_votes import flat_votes
from caesura.evaluation.statistics import Floats, Statistics
from caesura.evaluation.table import Flags, Integers


def spread(evaluation: Evaluation, person: Statistics, where: Flags) -> Mapping[str, Any]:
    """Standard deviation by level, over whom, and how many they are."""
    shares = evaluation.rests.shares
    rows = where[shares.owner]
    who = _annotators(evaluation)
    deviations: dict[str, float] = {}
    for level in person.measure.levels:
        numerator, denominator = person.ratio(level)
        values, weight = (numerator / denominator)[rows], shares.weight[rows]
        if who is not None:
            values, weight = _means(values, who, rows)
        deviations[level] = round(float(np.sqrt(np.average((values - np.average(values, weights=weight)) ** 2, weights=weight))), 6)
    return {"spread": deviations, "spread_over": "annotations" if who is None else "annotators", "people": int(weight.sum())}


def _means(values: Floats, who: list[tuple[int, ...]], rows: Flags) -> tuple[Floats, Integers]:
    kept = [names for names, wanted in zip(who, rows, strict=True) if wanted]
    person = np.array([name for names in kept for name in names], dtype=np.int64)
    scores = np.repeat(values, [len(names) for names in kept])
    present, number = np.unique(person, return_inverse=True)
    means = np.bincount(number, weights=scores) / np.bincount(number)
    return means, np.ones(len(present), dtype=np.int64)


def _annotators(evaluation: Evaluation) -> list[tuple[int, ...]] | None:
    """Who is left out in each row of the rests, as numbers; None where somebody is not known."""
    numbers: dict[str, int] = {}
    annotators: list[tuple[int, ...]] = []
    for query in evaluation.rests.shares.queries:
        for vote in flat_votes(evaluation.corpus.entries[query]).ranked:
            if not vote.annotators:
                return None
            annotators.append(tuple(numbers.setdefault(name, len(numbers)) for name in vote.annotators))
    return annotators
