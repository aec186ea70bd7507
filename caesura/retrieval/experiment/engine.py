"""What an experiment needs of a search engine, and the embedded one as such an engine.

Measures of many queries at many mu are asked for at once: the embedded engine counts the parts of a query once, scores them with
every mu, and looks only at the places of the relevant documents. With two processes the figures are the same as with one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np

from caesura.foundation import Advance
from caesura.retrieval.experiment.judgements import Grades
from caesura.retrieval.experiment.measures import DEPTH, MEASURES, Floats, Integers, measured_by_places, relevant
from caesura.retrieval.index.index import Index
from caesura.retrieval.language.parts import analysed, weighted_parts
from caesura.retrieval.language.values import Query
from caesura.retrieval.ranking.query_likelihood import QueryLikelihood


@dataclass(frozen=True, slots=True)
class Job:
    """Queries of one topic, to be measured against its grades."""

    queries: tuple[Query, ...]
    grades: Grades


class SearchEngine(Protocol):
    """A collection that can be searched by query likelihood."""

    @property
    def fingerprint(self) -> str:
        """Stands for the collection and how it is searched."""
        ...

    @property
    def index(self) -> Index | None:
        """The index, for runs that look into the text; None where there is none at hand."""
        ...

    def words(self, text: str) -> list[str]:
        """The words of a text as the collection writes them, before any stemming."""
        ...

    def measure(self, jobs: Sequence[Job], mus: Sequence[float], advance: Advance) -> Iterator[Floats]:
        """For each job the measures of its queries at every mu: queries x mus x measures."""
        ...

    def search(self, query: Query, mu: float) -> list[tuple[str, float]]:
        """The documents found, best first, with their scores."""
        ...

    def missing(self, documents: Sequence[str]) -> int:
        """How many of these documents the collection does not hold."""
        ...


class EmbeddedEngine:
    """An index of `caesura retrieval index`, on this machine."""

    def __init__(self, index: Index, *, processes: int = 1) -> None:
        self.index: Index | None = index
        self._index = index
        self._processes = processes

    @property
    def fingerprint(self) -> str:
        return self._index.header.fingerprint

    def words(self, text: str) -> list[str]:
        return self._index.analysis.cut(text)

    def measure(self, jobs: Sequence[Job], mus: Sequence[float], advance: Advance) -> Iterator[Floats]:
        with _mapped(partial(_measured, self._index, tuple(mus)), jobs, self._processes) as results:
            for result in results:
                advance(1)
                yield result

    def search(self, query: Query, mu: float) -> list[tuple[str, float]]:
        terms = analysed(query, self._index.analysis.terms)
        return [(hit.document, hit.score) for hit in self._index.search(terms, QueryLikelihood(mu), DEPTH)]

    def missing(self, documents: Sequence[str]) -> int:
        return sum(self._index.document_number(document) is None for document in documents)


def _measured(index: Index, mus: tuple[float, ...], job: Job) -> Floats:
    gains_by_id = relevant(job.grades)
    numbered = ((index.document_number(document), gain) for document, gain in gains_by_id.items())
    known = {number: gain for number, gain in numbered if number is not None}
    values = np.empty((len(job.queries), len(mus), len(MEASURES)))
    for place, query in enumerate(job.queries):
        parts = weighted_parts(analysed(query, index.analysis.terms))
        for mu_place, mu in enumerate(mus):
            numbers, _ = index.rank(parts, QueryLikelihood(mu), DEPTH)
            places, gains = _places(numbers, known)
            values[place, mu_place] = measured_by_places(places, gains, list(gains_by_id.values()))
    return values


def _places(numbers: Integers, known: dict[int, int]) -> tuple[Integers, list[int]]:
    places = np.flatnonzero(np.isin(numbers, list(known)))
    return places + 1, [known[int(number)] for number in numbers[places]]


@contextmanager
def _mapped(work: Callable[[Job], Floats], jobs: Sequence[Job], processes: int) -> Iterator[Iterator[Floats]]:
    if processes == 1 or len(jobs) < 2:
        yield map(work, jobs)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # New processes, not copies of this one: libraries with threads of their own do not survive being copied.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield pool.map(work, jobs, chunksize=max(1, len(jobs) // (8 * processes)))
