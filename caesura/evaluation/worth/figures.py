"""The figures of `caesura worth`: score and worth of every method with an interval, and the crowd's curve."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from caesura.corpus import Corpus, Entry
from caesura.evaluation.worth.curve import People, many_people_for, people_for
from caesura.evaluation.worth.scores import MEASURES, ScoreTable, WorthMeasure, shuffled_scores
from caesura.foundation import InputError, resample_counts
from caesura.shapes import Flat

#: Fewer queries than this say nothing about a crowd.
MINIMUM_QUERIES = 20
#: The largest crowd is one that this share of the queries can provide; the others are left out.
SHARE_WITH_ENOUGH_VOTES = 0.9
#: How often votes are shuffled for the figures themselves, and how many shuffles the resamples draw from.
SHUFFLES, POOL = 20, 100


@dataclass(frozen=True)
class Worth:
    """One method under one measure."""

    method: str
    measure: WorthMeasure
    score: float
    people: People
    interval: tuple[People, People] | None


@dataclass(frozen=True)
class WorthInPeople:
    """All methods, the crowd's curve (size -> score under each measure), and what was left out."""

    rows: tuple[Worth, ...]
    curve: Mapping[int, Mapping[WorthMeasure, float]]
    queries: int
    left_out: int
    reference: int


def worth_in_people(
    corpus: Corpus,
    predictions: Mapping[str, Mapping[str, Flat]],
    *,
    reference: int = 3,
    resamples: int = 1000,
    seed: int = 1,
    confidence: float = 0.95,
) -> WorthInPeople:
    """How many people each method is worth. A query without a prediction of every method is left out, and so are short of votes."""
    if reference < 1:
        raise InputError(f"a reference of {reference} votes", cure="give 1 or more")
    answered = [
        entry for entry in corpus if len(entry.query.words) > 1 and all(entry.query.id in of for of in predictions.values())
    ]
    sizes = _crowd_sizes(answered, reference)
    queries = [entry for entry in answered if entry.votes.total >= reference + sizes[-1] and _is_flat(entry)]
    if len(queries) < MINIMUM_QUERIES:
        raise InputError(
            f"{len(queries)} queries have the {reference + 1} votes or more that a reference and a person need",
            cure=f"worth in people needs at least {MINIMUM_QUERIES}; add queries, or lower --reference-votes",
        )
    scores = shuffled_scores(queries, predictions, sizes=sizes, reference=reference, shuffles=POOL, seed=seed)
    draw = _Resamples(len(queries), resamples, seed)
    curve = {size: {measure: _mean(scores.crowds[measure][place]) for measure in MEASURES} for place, size in enumerate(sizes)}
    resampled = {
        measure: np.stack([draw.means(values) for values in scores.crowds[measure]], axis=1) if resamples else None
        for measure in MEASURES
    }
    rows = []
    for method, of_method in scores.methods.items():
        for measure in MEASURES:
            score = _mean(of_method[measure])
            crowds = resampled[measure]
            spread = None if crowds is None else many_people_for(draw.means(of_method[measure]), sizes, crowds)
            people = people_for(score, sizes, [curve[size][measure] for size in sizes])
            rows.append(Worth(method, measure, score, people, None if spread is None else _interval(spread, sizes[-1], confidence)))
    return WorthInPeople(tuple(rows), curve, len(queries), len(corpus) - len(queries), reference)


def _crowd_sizes(entries: list[Entry], reference: int) -> list[int]:
    """1, 3, 5, ... as long as nearly all queries have the votes for it."""
    spare = sorted((entry.votes.total - reference for entry in entries), reverse=True)
    enough = spare[int(SHARE_WITH_ENOUGH_VOTES * (len(spare) - 1))] if spare else 0
    return list(range(1, max(enough, 1) + 1, 2))


def _is_flat(entry: Entry) -> bool:
    return all(isinstance(vote.shape, Flat) for vote in entry.votes.all)


def _mean(values: ScoreTable) -> float:
    return float(values[:SHUFFLES].mean())


class _Resamples:
    """Bootstrap over queries; every resample also draws its own shuffles of the votes from the pool."""

    def __init__(self, queries: int, resamples: int, seed: int) -> None:
        of_queries = resample_counts(queries, resamples, (seed, 1))
        of_shuffles = resample_counts(POOL, resamples, (seed, 2), draws=SHUFFLES)
        self._queries = np.concatenate([np.empty((0, queries)), *of_queries]) / queries
        self._shuffles = np.concatenate([np.empty((0, POOL)), *of_shuffles]) / SHUFFLES

    def means(self, values: ScoreTable) -> NDArray[np.float64]:
        """The mean score of each resample."""
        means: NDArray[np.float64] = ((self._queries @ values.T) * self._shuffles).sum(axis=1)
        return means


def _interval(spread: NDArray[np.float64], largest: int, confidence: float) -> tuple[People, People]:
    tail = (1 - confidence) / 2
    low, high = np.quantile(spread, [tail, 1 - tail], method="inverted_cdf")
    return _bounded(low, largest), _bounded(high, largest)


def _bounded(number: float, largest: int) -> People:
    return People(float(largest), more_than=True) if np.isinf(number) else People(float(number))
