"""As `when-to-phrase`, with the phrases beside the words and not instead of them; their share of the score is tuned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from caesura.retrieval.experiment.measures import MEASURES
from caesura.retrieval.experiment.options import soft_query
from caesura.retrieval.language.values import Query
from caesura.retrieval.runs.base import PhrasedQuery, PreparedRun, Run, Tuning
from caesura.retrieval.runs.soft_phrases import soft_phrased
from caesura.retrieval.runs.when_to_phrase import RATES, option_for

if TYPE_CHECKING:
    from caesura.retrieval.experiment.collection import Collection

NAME = "when-to-phrase-softly"


def prepare(collection: Collection) -> Sequence[PreparedRun]:
    everyone = collection.material.companions or [collection]
    # What the model learns from and what it may choose is measured ahead, for all collections it is learned on and tuned with.
    for other in everyone:
        other.measurements.measure(
            {topic: collection.material.soft_gain_model.examples(other, topic) for topic in range(len(other.topics))}
        )
    for other in everyone:
        other.measurements.measure({topic: _queries(other, topic) for topic in range(len(other.topics))})
    return [replace(_prepared(collection), pooled=tuple((other, _prepared(other)) for other in collection.material.companions))]


def _prepared(collection: Collection) -> PreparedRun:
    shares = collection.settings.shares

    def choose(topic: int, tuning: Tuning) -> PhrasedQuery:
        rate, share = tuning.value if isinstance(tuning.value, tuple) else (RATES[0], shares[0])
        return soft_phrased(
            collection.topics[topic].words, option_for(collection, collection.material.soft_gain_model, topic, tuning, rate), share
        )

    return PreparedRun(NAME, choose, lambda topic: _queries(collection, topic), values=tuple(product(RATES, shares)), learns=True)


def _queries(collection: Collection, topic: int) -> list[Query]:
    model, words = collection.material.soft_gain_model, collection.topics[topic].words
    tunings = [Tuning(None, fold, measure) for fold in range(collection.settings.folds) for measure in range(len(MEASURES))]
    options = dict.fromkeys(option_for(collection, model, topic, tuning, rate) for tuning in tunings for rate in RATES)
    return [soft_query(words, option, share) for option in options for share in collection.settings.shares]


RUN = Run(
    NAME,
    "the same with phrases beside the words, with a tuned share",
    "",
    prepare,
    needs_judgements=True,
    needs_index=True,
    tuned="rate of the possible phrases, share of the phrases",
)
