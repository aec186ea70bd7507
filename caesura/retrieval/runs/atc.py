"""Whole queries as phrases where a synonym turns the vector of their contexts most (ATC)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from caesura.retrieval.runs.base import Plan, Run
from caesura.retrieval.runs.theta import theta_plan

if TYPE_CHECKING:
    from caesura.retrieval.experiment.trial import Trial

NAME = "atc"


def make(trial: Trial) -> Sequence[Plan]:
    return [theta_plan(trial, NAME, [trial.compositionality(topic.words).atc for topic in trial.topics])]


RUN = Run(
    NAME,
    "the least compositional queries as one phrase, by vectors of their contexts",
    "Lioma et al. 2015",
    make,
    needs_index=True,
    setting="theta, queries to phrase of every 50",
)
