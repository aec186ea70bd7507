"""Every word by itself: the baseline that is hard to beat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from caesura.retrieval.runs.base import Plan, Run, fixed_plan
from caesura.shapes import Flat

if TYPE_CHECKING:
    from caesura.retrieval.experiment.trial import Trial

NAME = "bag-of-words"


def make(trial: Trial) -> Sequence[Plan]:
    return [fixed_plan(trial, NAME, [Flat.apart(len(topic.words)) for topic in trial.topics])]


RUN = Run(NAME, "every word by itself, for all queries", "", make)
