"""Whole queries as phrases where a synonym changes the language model of their contexts most (GT with medians)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from caesura.retrieval.runs.base import Plan, Run
from caesura.retrieval.runs.theta import theta_plan

if TYPE_CHECKING:
    from caesura.retrieval.experiment.trial import Trial

NAME = "good-turing"


def make(trial: Trial) -> Sequence[Plan]:
    return [theta_plan(trial, NAME, [trial.compositionality(topic.words).good_turing for topic in trial.topics])]


RUN = Run(
    NAME,
    "the least compositional queries as one phrase, by language models of their contexts",
    "Lioma et al. 2015",
    make,
    needs_index=True,
    setting="theta, queries to phrase of every 50",
)
