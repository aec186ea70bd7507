"""A segmenter's phrases from a confidence on that is tuned: where no confidence is high enough, the query stays a bag of words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from caesura.retrieval.experiment.options import option_query
from caesura.retrieval.language.values import Query
from caesura.retrieval.runs.base import PhrasedQuery, PreparedRun, Run, Tuning
from caesura.retrieval.runs.segmenter import sure_options

if TYPE_CHECKING:
    from caesura.retrieval.experiment.collection import Collection

NAME = "tuned-confidence"
#: Minimum probabilities of a segment that are tried; the first is next to never reached: in doubt, no phrase.
CONFIDENCES = (1.0, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.0)


def prepare(collection: Collection) -> Sequence[PreparedRun]:
    """One for every method that says how sure it is; the others have nothing to tune."""
    return [
        _prepared(collection, method) for method in collection.settings.methods if collection.material.chances(method) is not None
    ]


def _prepared(collection: Collection, method: str) -> PreparedRun:
    options = {minimum: sure_options(collection, method, minimum) for minimum in CONFIDENCES}

    def choose(topic: int, tuning: Tuning) -> PhrasedQuery:
        minimum = tuning.value if isinstance(tuning.value, float) else CONFIDENCES[0]
        return PhrasedQuery.of(collection.topics[topic].words, options[minimum][topic])

    def queries(topic: int) -> list[Query]:
        return [option_query(collection.topics[topic].words, options[minimum][topic]) for minimum in CONFIDENCES]

    return PreparedRun(f"{method}, tuned confidence", choose, queries, values=CONFIDENCES)


RUN = Run(NAME, "the same where the method is sure enough, from a tuned confidence on", "", prepare, tuned="minimum confidence")
