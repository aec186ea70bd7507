"""Phrases where they are expected to gain: a model learned from other queries decides for each segment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from caesura.retrieval.gain.model import GainModel
from caesura.retrieval.runs.base import PhrasedQuery, PreparedRun, Run, Tuning, every_option
from caesura.shapes import Flat

if TYPE_CHECKING:
    from caesura.retrieval.experiment.collection import Collection

NAME = "when-to-phrase"
#: How many of the possible phrases may be made, those with the highest expected gain; the first makes none: in doubt, no phrase.
#: Tenths mean the same for every measure and collection, so that no figure had to be seen to choose them.
RATES = tuple(tenths / 10 for tenths in range(11))


def option_for(collection: Collection, model: GainModel, topic: int, tuning: Tuning, rate: float) -> Flat:
    """The option that the model of gains prefers."""
    size = len(collection.topics[topic].words)
    return model.option(collection.name, size, topic, tuning.measure, tuning.fold, rate)


def prepare(collection: Collection) -> Sequence[PreparedRun]:
    # The rate is the same for all collections: there are few queries in each to choose it by.
    return [replace(_prepared(collection), pooled=tuple((other, _prepared(other)) for other in collection.material.companions))]


def _prepared(collection: Collection) -> PreparedRun:
    def choose(topic: int, tuning: Tuning) -> PhrasedQuery:
        rate = tuning.value if isinstance(tuning.value, float) else RATES[0]
        return PhrasedQuery.of(
            collection.topics[topic].words, option_for(collection, collection.material.gain_model, topic, tuning, rate)
        )

    return PreparedRun(NAME, choose, lambda topic: every_option(collection, topic), values=RATES, learns=True)


RUN = Run(
    NAME,
    "phrases that a model of gains, learned from other queries, expects to help",
    "",
    prepare,
    needs_judgements=True,
    needs_index=True,
    tuned="rate of the possible phrases",
)
