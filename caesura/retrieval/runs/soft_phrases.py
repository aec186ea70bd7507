"""Phrases beside the words and not instead of them: a segmenter's phrases get a share of the score that is tuned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from caesura.retrieval.experiment.options import soft_query
from caesura.retrieval.runs.base import PhrasedQuery, PreparedRun, Run, Tuning
from caesura.retrieval.runs.segmenter import sure_options
from caesura.shapes import Flat

if TYPE_CHECKING:
    from caesura.retrieval.experiment.collection import Collection

NAME = "soft-phrases"


def soft_phrased(words: tuple[str, ...], option: Flat, share: float) -> PhrasedQuery:
    return PhrasedQuery(soft_query(words, option, share), option, option.is_segmented)


def prepare(collection: Collection) -> Sequence[PreparedRun]:
    return [_prepared(collection, method) for method in collection.settings.methods]


def _prepared(collection: Collection, method: str) -> PreparedRun:
    options = sure_options(collection, method, collection.settings.min_confidence)
    shares = collection.settings.shares

    def choose(topic: int, tuning: Tuning) -> PhrasedQuery:
        share = tuning.value if isinstance(tuning.value, float) else shares[0]
        return soft_phrased(collection.topics[topic].words, options[topic], share)

    return PreparedRun(
        f"soft {method}",
        choose,
        lambda topic: [soft_query(collection.topics[topic].words, options[topic], share) for share in shares],
        values=shares,
    )


RUN = Run(NAME, "a segmenter's phrases beside the words, with a tuned share", "", prepare, tuned="share of the phrases")
