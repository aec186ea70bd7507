"""What rankings are worth: measures of queries at every mu, each computed once and kept."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from caesura.foundation import Advance, fingerprint, unwatched
from caesura.retrieval.experiment.cache import Cache
from caesura.retrieval.experiment.engine import Job, SearchEngine
from caesura.retrieval.experiment.judgements import Grades
from caesura.retrieval.experiment.measures import Floats, measured_by_library, relevant
from caesura.retrieval.experiment.topics import Topic
from caesura.retrieval.language.values import Query


class Measurements:
    """The measures of rankings of one collection; topics are meant by their place."""

    def __init__(self, engine: SearchEngine, topics: Sequence[Topic], mus: tuple[float, ...], cache: Cache) -> None:
        self._engine = engine
        self._topics = topics
        self._mus = mus
        self._cache = cache
        self._grades = tuple(grades_key(topic.grades) for topic in topics)
        self._values: dict[tuple[int, Query], Floats] = {}

    def value(self, topic: int, query: Query) -> Floats:
        """Measures of a query at every mu: mus x measures."""
        if (topic, query) not in self._values:
            self.measure({topic: [query]})
        return self._values[topic, query]

    def measure(self, wanted: Mapping[int, Iterable[Query]], advance: Advance = unwatched) -> None:
        """Measure these queries ahead, on all cores; what is known is not measured again."""
        jobs: dict[int, Job] = {}
        for topic, queries in wanted.items():
            missing = [
                query for query in dict.fromkeys(queries) if (topic, query) not in self._values and not self._recalled(topic, query)
            ]
            if missing:
                jobs[topic] = Job(tuple(missing), self._topics[topic].grades)
            else:
                advance(1)
        for (topic, job), measured in zip(jobs.items(), self._engine.measure(list(jobs.values()), self._mus, advance), strict=True):
            for query, values in zip(job.queries, measured, strict=True):
                self._values[topic, query] = values
                self._cache.put(self._key("places", topic, query), values.tolist())

    def _recalled(self, topic: int, query: Query) -> bool:
        known = self._cache.get(self._key("places", topic, query))
        if known is not None:
            self._values[topic, query] = np.array(known)
        return known is not None

    def library_values(self, wanted: Iterable[tuple[int, Query, float]]) -> dict[tuple[int, Query, float], Floats]:
        """Measures by ir_measures of what the engine finds, for (topic, query, mu)."""
        measured: dict[tuple[int, Query, float], Floats] = {}
        rankings: dict[str, list[str]] = {}
        asked: dict[str, tuple[int, Query, float]] = {}
        for case in dict.fromkeys(wanted):
            known = self._cache.get(self._key(f"library {case[2]:g}", case[0], case[1]))
            if known is not None:
                measured[case] = np.array(known)
                continue
            name = str(len(asked))
            asked[name] = case
            rankings[name] = [document for document, _ in self._engine.search(case[1], case[2])]
        judged = {name: self._topics[topic].grades for name, (topic, _, _) in asked.items()}
        for name, values in measured_by_library(rankings, judged).items():
            topic, query, mu = asked[name]
            measured[asked[name]] = values
            self._cache.put(self._key(f"library {mu:g}", topic, query), values.tolist())
        return measured

    def _key(self, kind: str, topic: int, query: Query) -> str:
        mus = ",".join(f"{mu:g}" for mu in self._mus) if kind == "places" else ""
        return f"{kind} {mus} {self._grades[topic]} {query}"


def grades_key(grades: Grades) -> str:
    """Stands for the relevant documents of a topic."""
    return fingerprint([json.dumps(sorted(relevant(grades).items()))])
