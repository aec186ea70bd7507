"""Phrases where they are expected to gain: a model learned from other queries decides for each segment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

from caesura.retrieval.gain.model import GainModel
from caesura.retrieval.runs.base import Case, Choice, Plan, Run, every_option
from caesura.shapes import Flat

if TYPE_CHECKING:
    from caesura.retrieval.experiment.trial import Trial

NAME = "when-to-phrase"
#: What a phrase must be expected to gain; the first one never phrases: in doubt, without.
MARGINS = (inf, 0.02, 0.01, 0.005, 0.0, -0.005, -0.01, -0.03)


def option_for(trial: Trial, model: GainModel, case: Case, margin: float) -> Flat:
    """The option that the model of gains prefers."""
    size = len(trial.topics[case.topic].words)
    if margin == inf:
        return Flat.apart(size)
    return model.option(trial.name, size, case.topic, case.measure, case.fold, margin)


def make(trial: Trial) -> Sequence[Plan]:
    # The margin is the same for all collections: there are few queries in each to choose it by.
    return [replace(_plan(trial), pooled=tuple((other, _plan(other)) for other in trial.companions))]


def _plan(trial: Trial) -> Plan:
    def choose(case: Case) -> Choice:
        margin = case.setting if isinstance(case.setting, float) else inf
        return Choice.of(trial.topics[case.topic].words, option_for(trial, trial.gain_model, case, margin))

    return Plan(NAME, choose, lambda topic: every_option(trial, topic), settings=MARGINS, learns=True)


RUN = Run(
    NAME,
    "phrases that a model of gains, learned from other queries, expects to help",
    "",
    make,
    needs_judgements=True,
    needs_index=True,
    setting="least expected gain",
)
