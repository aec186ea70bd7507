"""A collection under test: its documents in an engine, its judged queries, and what people chose for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from caesura.foundation import InputError, fingerprint, in_turn
from caesura.retrieval.experiment.cache import Cache
from caesura.retrieval.experiment.crowd import Crowd
from caesura.retrieval.experiment.engine import SearchEngine
from caesura.retrieval.experiment.material import Material
from caesura.retrieval.experiment.measurements import Measurements, grades_key
from caesura.retrieval.experiment.measures import relevant
from caesura.retrieval.experiment.settings import ExperimentSettings
from caesura.retrieval.experiment.topics import Topic, notes_on
from caesura.shapes import Flat


@dataclass
class Collection:
    """The data, with `measurements` of rankings and the learning `material` computed from them when asked for.

    `left_out` counts the queries that do not take part, by reason.
    """

    name: str
    engine: SearchEngine
    topics: tuple[Topic, ...]
    crowd: Crowd
    settings: ExperimentSettings
    cache: Cache
    left_out: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def measurements(self) -> Measurements:
        return Measurements(self.engine, self.topics, self.settings.mus, self.cache)

    @cached_property
    def material(self) -> Material:
        return Material(self)

    @cached_property
    def folds(self) -> tuple[int, ...]:
        """The fold of each topic: the first topic is in fold 0, the next in 1, and round again."""
        if len(self.topics) < self.settings.folds:
            raise InputError(
                f"{self.name} has {len(self.topics)} queries that can take part, fewer than the {self.settings.folds} folds",
                cure="give more queries, or fewer folds",
            )
        return in_turn(len(self.topics), self.settings.folds)

    @cached_property
    def fingerprint(self) -> str:
        """Stands for the topics: their ids, words and relevant documents."""
        return fingerprint(piece for topic in self.topics for piece in (topic.id, " ".join(topic.words), grades_key(topic.grades)))

    @property
    def notes(self) -> list[str]:
        """What a reader of the figures should know about the queries and judgements."""
        documents = sorted({document for topic in self.topics for document in relevant(topic.grades)})
        missing = self.engine.missing(documents)
        unfound = f"{missing} of {len(documents)} relevant documents are not in the collection; they count as not found"
        return [*notes_on(self.left_out), *([unfound] if missing else [])]

    def user_options(self) -> list[Flat | None]:
        """What most people chose for each topic; None where nobody did."""
        return [self.crowd.option(topic.id) for topic in self.topics]
