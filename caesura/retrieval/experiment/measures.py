"""The four measures of the paper: MAP, NDCG@20, P@10 and MRR, on at most 1000 documents.

What is printed is computed by ir_measures. Tuning looks at tens of thousands of rankings of which only the places of the relevant
documents matter: for that there is a short way here, which gives the same figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from caesura.foundation import MissingExtraError
from caesura.retrieval.experiment.judgements import Grades

Floats = np.ndarray[Any, np.dtype[np.float64]]
Integers = np.ndarray[Any, np.dtype[np.int64]]

#: Names as the paper prints them, in the order of its table, and as ir_measures knows them.
MEASURES: Mapping[str, str] = {"MAP": "AP@1000", "NDCG@20": "nDCG@20", "P@10": "P@10", "MRR": "RR@1000"}
#: Documents of a ranking that count.
DEPTH = 1000

_DISCOUNTS: Floats = 1 / np.log2(np.arange(2, DEPTH + 2))
_NDCG_DEPTH = 20
_PRECISION_DEPTH = 10


def relevant(grades: Grades) -> dict[str, int]:
    """The documents that help: those with a grade over 0."""
    return {document: grade for document, grade in grades.items() if grade > 0}


def measured_by_places(places: Integers, gains: Sequence[int], all_gains: Sequence[int]) -> Floats:
    """The four measures from the places (1 = first; 0 = not found) of relevant documents with these gains.

    `all_gains` are those of every relevant document, also of those that no ranking can hold: they are missed all the same.
    """
    there = (places > 0) & (places <= DEPTH)
    order = np.argsort(places[there], kind="stable")
    ranks = places[there][order]
    earned = np.asarray(gains, dtype=np.float64)[there][order]
    ideal = np.sort(np.asarray(all_gains, dtype=np.float64))[::-1][:_NDCG_DEPTH]
    high = ranks <= _NDCG_DEPTH
    average = float((np.arange(1, len(ranks) + 1) / ranks).sum() / len(all_gains)) if all_gains else 0.0
    best = float(ideal @ _DISCOUNTS[: len(ideal)])
    return np.array(
        [
            average,
            float(earned[high] @ _DISCOUNTS[ranks[high] - 1]) / best if best else 0.0,
            float((ranks <= _PRECISION_DEPTH).sum()) / _PRECISION_DEPTH,
            1 / float(ranks[0]) if len(ranks) else 0.0,
        ]
    )


def measured_by_library(rankings: Mapping[str, Sequence[str]], judged: Mapping[str, Grades]) -> dict[str, Floats]:
    """The four measures of rankings (document ids, best first) by ir_measures; a query without a ranking counts 0.

    Places stand in for scores: libraries break ties in ways of their own, and some round scores.
    """
    library = _ir_measures()
    named = {library.parse_measure(name): number for number, name in enumerate(MEASURES.values())}
    run = {query: {document: -float(place) for place, document in enumerate(ids[:DEPTH])} for query, ids in rankings.items() if ids}
    values = {query: np.zeros(len(MEASURES)) for query in rankings}
    grades = {query: dict(judged[query]) for query in rankings}
    for metric in _calculated(library, named, grades, run):
        values[metric.query_id][named[metric.measure]] = metric.value
    return values


def _calculated(library: Any, named: Mapping[Any, int], grades: Any, run: Any) -> Iterable[Any]:
    # An empty run is an error to some of its providers; there is nothing to measure then.
    answer: Iterable[Any] = library.iter_calc(list(named), grades, run) if run else ()
    return answer


def _ir_measures() -> Any:
    try:
        import ir_measures
    except ImportError:
        raise MissingExtraError("the retrieval experiment", "retrieval") from None
    return ir_measures
