"""One collection under test: its topics, the engine, the crowd, and every figure computed so far."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from caesura.foundation import InputError, fingerprint, in_turn
from caesura.lexicon import LexiconLike
from caesura.retrieval.compositionality.contexts import WIDTH
from caesura.retrieval.compositionality.in_collection import InCollection
from caesura.retrieval.compositionality.synonyms import Synonyms
from caesura.retrieval.experiment.cache import Cache
from caesura.retrieval.experiment.crowd import Crowd
from caesura.retrieval.experiment.engine import Engine, Job
from caesura.retrieval.experiment.measures import Floats, measured_by_library, relevant
from caesura.retrieval.experiment.topics import Topic, Topics
from caesura.retrieval.gain.features import Candidate, candidates_of
from caesura.retrieval.gain.model import GainModel
from caesura.retrieval.language.values import Query
from caesura.segmenters import KnowsSegments, Segmentation, segment_chances, segmenter
from caesura.shapes import Flat, Span

#: What is tried for mu, as in the paper.
MUS = (100.0, 500.0, 800.0, 1000.0, 2000.0, 3000.0, 4000.0, 5000.0, 8000.0, 10000.0)
#: Queries to phrase of every 50, as in the paper.
THETAS = tuple(float(theta) for theta in range(1, 46))
#: The share of soft phrases in a query's score.
SHARES = (0.05, 0.1, 0.15, 0.2, 0.3, 0.5)
#: The share at which the gains of soft phrases are learned; the one that is used is tuned.
SOFT_SHARE = 0.1
FOLDS = 3


def _nobody(_amount: int) -> None:
    """Nobody is watching."""


@dataclass(frozen=True)
class Choices:
    """What the runs of an experiment are given to work with; the grids are tuned on the training folds."""

    methods: tuple[str, ...] = ()
    min_confidence: float = 0.0
    lexicon: LexiconLike | None = None
    synonyms: Synonyms | None = None
    width: int = WIDTH
    mus: tuple[float, ...] = MUS
    thetas: tuple[float, ...] = THETAS
    shares: tuple[float, ...] = SHARES
    folds: int = FOLDS

    def __post_init__(self) -> None:
        if self.folds < 2:
            raise InputError(f"{self.folds} folds", cure="cross validation needs 2 or more")
        if not 0 <= self.min_confidence <= 1:
            raise InputError(f"a confidence of {self.min_confidence}", cure="it lies between 0 and 1")


@dataclass
class Trial:
    """A collection with its queries. `companions` are all collections of the experiment that have an index, to learn from."""

    name: str
    engine: Engine
    selection: Topics
    crowd: Crowd
    choices: Choices
    cache: Cache
    companions: list[Trial] = field(default_factory=list)
    _values: dict[tuple[int, Query], Floats] = field(default_factory=dict)

    @property
    def topics(self) -> tuple[Topic, ...]:
        return self.selection.chosen

    @cached_property
    def folds(self) -> tuple[int, ...]:
        """The fold of each topic: the first topic is in fold 0, the next in 1, and round again."""
        if len(self.topics) < self.choices.folds:
            raise InputError(
                f"{self.name} has {len(self.topics)} queries that can take part, fewer than the {self.choices.folds} folds",
                cure="give more queries, or fewer --folds",
            )
        return in_turn(len(self.topics), self.choices.folds)

    @cached_property
    def fingerprint(self) -> str:
        """Stands for the topics: their ids, words and relevant documents."""
        pieces = zip(self.topics, self._grades, strict=True)
        return fingerprint(piece for topic, grades in pieces for piece in (topic.id, " ".join(topic.words), grades))

    @property
    def notes(self) -> list[str]:
        """What a reader of the figures should know about the queries and judgements."""
        documents = sorted({document for topic in self.topics for document in relevant(topic.grades)})
        missing = self.engine.missing(documents)
        unfound = f"{missing} of {len(documents)} relevant documents are not in the collection; they count as not found"
        return [*self.selection.notes, *([unfound] if missing else [])]

    # What rankings are worth

    def value(self, topic: int, query: Query) -> Floats:
        """Measures of a query at every mu: mus x measures."""
        if (topic, query) not in self._values:
            self.measure({topic: [query]})
        return self._values[topic, query]

    def measure(self, wanted: Mapping[int, Iterable[Query]], advance: Callable[[int], None] = _nobody) -> None:
        """Measure these queries ahead, on all cores; what is known is not measured again."""
        jobs: dict[int, Job] = {}
        for topic, queries in wanted.items():
            missing = [
                query for query in dict.fromkeys(queries) if (topic, query) not in self._values and not self._recalled(topic, query)
            ]
            if missing:
                jobs[topic] = Job(tuple(missing), self.topics[topic].grades)
            else:
                advance(1)
        for (topic, job), found in zip(
            jobs.items(), self.engine.measure(list(jobs.values()), self.choices.mus, advance), strict=True
        ):
            for query, values in zip(job.queries, found, strict=True):
                self._values[topic, query] = values
                self.cache.put(self._key("places", topic, query), values.tolist())

    def _recalled(self, topic: int, query: Query) -> bool:
        known = self.cache.get(self._key("places", topic, query))
        if known is not None:
            self._values[topic, query] = np.array(known)
        return known is not None

    def library_values(self, wanted: Iterable[tuple[int, Query, float]]) -> dict[tuple[int, Query, float], Floats]:
        """Measures by ir_measures of what the engine finds, for (topic, query, mu)."""
        found: dict[tuple[int, Query, float], Floats] = {}
        rankings: dict[str, list[str]] = {}
        asked: dict[str, tuple[int, Query, float]] = {}
        for case in dict.fromkeys(wanted):
            known = self.cache.get(self._key(f"library {case[2]:g}", case[0], case[1]))
            if known is not None:
                found[case] = np.array(known)
                continue
            name = str(len(asked))
            asked[name] = case
            rankings[name] = [document for document, _ in self.engine.search(case[1], case[2])]
        judged = {name: self.topics[topic].grades for name, (topic, _, _) in asked.items()}
        for name, values in measured_by_library(rankings, judged).items():
            topic, query, mu = asked[name]
            found[asked[name]] = values
            self.cache.put(self._key(f"library {mu:g}", topic, query), values.tolist())
        return found

    @cached_property
    def _grades(self) -> tuple[str, ...]:
        shown = (json.dumps(sorted(relevant(topic.grades).items())) for topic in self.topics)
        return tuple(fingerprint([text]) for text in shown)

    def _key(self, kind: str, topic: int, query: Query) -> str:
        mus = ",".join(f"{mu:g}" for mu in self.choices.mus) if kind == "places" else ""
        return f"{kind} {mus} {self._grades[topic]} {query}"

    # What is known about words

    def segmentations(self, method: str) -> list[Segmentation]:
        """The content words of every topic as a method of `caesura segment` cuts them."""
        if method not in self._segmented:
            made = segmenter(method, lexicon=self.choices.lexicon)
            self._segmented[method] = made.segment_many([" ".join(topic.words) for topic in self.topics])
        return self._segmented[method]

    def chances(self, method: str) -> list[Mapping[Span, float]] | None:
        """How likely a method finds each span of every topic to be a segment; None for a method that does not say."""
        if method not in self._chances:
            made = segmenter(method, lexicon=self.choices.lexicon)
            found = self.segmentations(method)
            known: list[Mapping[Span, float]] | None = None
            if isinstance(made, KnowsSegments):
                known = [segment_chances(made, topic.words) for topic in self.topics]
            elif any(segmentation.probabilities for segmentation in found):
                known = [dict(zip(one.spans, one.probabilities or (), strict=True)) for one in found]
            self._chances[method] = known
        return self._chances[method]

    @cached_property
    def _segmented(self) -> dict[str, list[Segmentation]]:
        return {}

    @cached_property
    def _chances(self) -> dict[str, list[Mapping[Span, float]] | None]:
        return {}

    @cached_property
    def compositionality(self) -> InCollection:
        """Figures of both models for some words, as one phrase."""
        if self.engine.index is None:
            raise InputError(f"{self.name} has no index at hand", cure="contexts need an index of `caesura retrieval index`")
        return InCollection(self.engine.index, self.cache, self.choices.synonyms, self.choices.width)

    @cached_property
    def candidates(self) -> list[Candidate]:
        """The possible phrases of all topics, with what is known about them."""
        return candidates_of(self)

    @cached_property
    def gain_model(self) -> GainModel:
        """What phrases are expected to gain, learned from all collections of the experiment: one model for all of them."""
        return GainModel(self.companions or [self]) if self._is_first else self.companions[0].gain_model

    @cached_property
    def soft_gain_model(self) -> GainModel:
        """The same for phrases beside the words."""
        return GainModel(self.companions or [self], SOFT_SHARE) if self._is_first else self.companions[0].soft_gain_model

    @property
    def _is_first(self) -> bool:
        return not self.companions or self.companions[0] is self

    def user_options(self) -> list[Flat | None]:
        return [self.crowd.option(topic.id) for topic in self.topics]
