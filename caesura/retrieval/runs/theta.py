"""Runs that phrase the theta least compositional queries of every 50, each as one whole phrase, and leave the others alone."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import TYPE_CHECKING

from caesura.retrieval.experiment.options import option_query
from caesura.retrieval.runs.base import PhrasedQuery, PreparedRun, Tuning
from caesura.shapes import Flat

if TYPE_CHECKING:
    from caesura.retrieval.experiment.collection import Collection

#: Queries that are ranked together.
BATCH = 50


def phrased_queries(figures: Sequence[float | None], theta: float) -> set[int]:
    """The places of the theta highest figures in every batch of 50; a smaller batch gives its share, halves rounded up.

    Equal figures keep the order of the file. A query without a figure is never phrased.
    """
    phrased: set[int] = set()
    for start in range(0, len(figures), BATCH):
        batch = range(start, min(start + BATCH, len(figures)))
        wanted = floor(theta * len(batch) / BATCH + 0.5)
        ranked = sorted((place for place in batch if figures[place] is not None), key=lambda place: -float(figures[place] or 0.0))
        phrased.update(ranked[:wanted])
    return phrased


def theta_run(collection: Collection, name: str, figures: Sequence[float | None]) -> PreparedRun:
    """A plan whose setting is theta."""
    thetas = collection.settings.thetas
    phrased = {theta: phrased_queries(figures, theta) for theta in thetas}

    def options(topic: int) -> tuple[Flat, Flat]:
        size = len(collection.topics[topic].words)
        return Flat.apart(size), Flat.together(size)

    def choose(topic: int, tuning: Tuning) -> PhrasedQuery:
        apart, together = options(topic)
        option = together if topic in phrased[tuning.value if isinstance(tuning.value, float) else thetas[0]] else apart
        return PhrasedQuery.of(collection.topics[topic].words, option)

    return PreparedRun(
        name,
        choose,
        lambda topic: [option_query(collection.topics[topic].words, option) for option in options(topic)],
        values=thetas,
    )
