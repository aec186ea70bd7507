"""Whole queries as phrases where a synonym changes the language model of their contexts most (GT with medians)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from caesura.retrieval.runs.base import PreparedRun, Run
from caesura.retrieval.runs.theta import theta_run

if TYPE_CHECKING:
    from caesura.retrieval.experiment.collection import Collection

NAME = "good-turing"


def prepare(collection: Collection) -> Sequence[PreparedRun]:
    return [
        theta_run(collection, NAME, [collection.material.compositionality(topic.words).good_turing for topic in collection.topics])
    ]


RUN = Run(
    NAME,
    "the least compositional queries as one phrase, by language models of their contexts",
    "Lioma et al. 2015",
    prepare,
    needs_index=True,
    tuned="theta, queries to phrase of every 50",
)
