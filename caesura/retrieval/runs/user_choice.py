"""What people chose: the most popular option of each query; a query nobody cut stays a bag of words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from caesura.retrieval.runs.base import PreparedRun, Run, fixed_run
from caesura.shapes import Flat

if TYPE_CHECKING:
    from caesura.retrieval.experiment.collection import Collection

NAME = "user-choice"


def prepare(collection: Collection) -> Sequence[PreparedRun]:
    crowd = collection.crowd
    options = [crowd.option(topic.id) or Flat.apart(len(topic.words)) for topic in collection.topics]
    name = f"{NAME} (simulated)" if crowd.simulated else NAME
    return [replace(fixed_run(collection, name, options), simulated=crowd.simulated, is_user=True)]


RUN = Run(NAME, "the most popular option among annotators", "Lioma et al. 2018", prepare)
