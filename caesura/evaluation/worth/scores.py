"""Draws references and crowds from the votes of every query, many times, and scores crowds and methods against the references.

Queries with the same number of words and of votes are scored together. A shuffle puts a query's votes into a random order: the
first `reference` of them are the reference, and the next k the crowd of k, so a larger crowd contains the smaller ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from caesura.corpus import Entry
from caesura.shapes import Flat

WorthMeasure = Literal["query", "break", "newbreak"]
MEASURES: tuple[WorthMeasure, ...] = ("query", "break", "newbreak")

#: Shuffles x queries.
ScoreTable = NDArray[np.float64]


@dataclass(frozen=True)
class ShuffledScores:
    """ScoreTable of every crowd size and every method under each measure, one value per shuffle and query."""

    queries: tuple[str, ...]
    sizes: tuple[int, ...]
    crowds: Mapping[WorthMeasure, tuple[ScoreTable, ...]]
    methods: Mapping[str, Mapping[WorthMeasure, ScoreTable]]


def shuffled_scores(
    queries: Sequence[Entry],
    predictions: Mapping[str, Mapping[str, Flat]],
    *,
    sizes: Sequence[int],
    reference: int,
    shuffles: int,
    seed: int,
) -> ShuffledScores:
    """Every query has enough votes for a reference and the largest crowd, and a prediction of every method."""
    random = np.random.default_rng(seed)
    groups: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for number, entry in enumerate(queries):
        groups[len(entry.query.words) - 1, entry.votes.total].append(number)
    crowds = {measure: tuple(np.empty((shuffles, len(queries))) for _ in sizes) for measure in MEASURES}
    methods = {name: {measure: np.empty((shuffles, len(queries))) for measure in MEASURES} for name in predictions}
    for (_, total), members in sorted(groups.items()):
        votes = np.array([_votes_of(queries[number]) for number in members], dtype=np.int16)
        orders = random.random((shuffles, len(members), total)).argsort(axis=2)
        shuffled = np.take_along_axis(votes[None], orders[..., None], axis=2)
        broke = shuffled[:, :, :reference].sum(axis=2)
        for place, size in enumerate(sizes):
            crowd = 2 * shuffled[:, :, reference : reference + size].sum(axis=2) >= size
            for measure, values in _scored(crowd, broke, reference).items():
                crowds[measure][place][:, members] = values
        for name, of_method in predictions.items():
            given = np.array([of_method[queries[number].query.id].breaks for number in members], dtype=bool)
            for measure, values in _scored(given[None], broke, reference).items():
                methods[name][measure][:, members] = values
    return ShuffledScores(tuple(entry.query.id for entry in queries), tuple(sizes), crowds, methods)


def _votes_of(entry: Entry) -> list[tuple[int, ...]]:
    """One row of breaks for each annotator."""
    return [vote.shape.breaks for vote in entry.votes.all if isinstance(vote.shape, Flat) for _ in range(vote.count)]


def _scored(given: NDArray[np.bool_], broke: NDArray[np.int16], reference: int) -> dict[WorthMeasure, ScoreTable]:
    """Answers (shuffles or 1 x queries x places) against references that broke so often at each place."""
    wanted = 2 * broke >= reference
    right = given == wanted
    collected = np.where(given, broke, reference - broke).sum(axis=2)
    most = np.maximum(broke, reference - broke).sum(axis=2)
    return {"query": right.all(axis=2).astype(float), "break": right.mean(axis=2), "newbreak": collected / most}
