"""Every word by itself: the baseline that is hard to beat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from caesura.retrieval.runs.base import PreparedRun, Run, fixed_run
from caesura.shapes import Flat

if TYPE_CHECKING:
    from caesura.retrieval.experiment.collection import Collection

NAME = "bag-of-words"


def prepare(collection: Collection) -> Sequence[PreparedRun]:
    return [fixed_run(collection, NAME, [Flat.apart(len(topic.words)) for topic in collection.topics])]


RUN = Run(NAME, "every word by itself, for all queries", "", prepare)
