"""Phrases where they are expected to gain: a model learned from other queries decides for each segment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from caesura.retrieval.gain.model import GainModel
from caesura.retrieval.runs.base import Case, Choice, Plan, Run, every_option
from caesura.shapes import Flat

if TYPE_CHECKING:
    from caesura.retrieval.experiment.trial import Trial

NAME = "when-to-phrase"
#: How many of the possible phrases may be made, those with the highest expected gain; the first makes none: in doubt, without.
#: Tenths mean the same for every measure and collection, so that no figure had to be seen to choose them.
RATES = tuple(tenths / 10 for tenths in range(11))


def option_for(trial: Trial, model: GainModel, case: Case, rate: float) -> Flat:
    """The option that the model of gains prefers."""
    size = len(trial.topics[case.topic].words)
    return model.option(trial.name, size, case.topic, case.measure, case.fold, rate)


def make(trial: Trial) -> Sequence[Plan]:
    # The rate is the same for all collections: there are few queries in each to choose it by.
    return [replace(_plan(trial), pooled=tuple((other, _plan(other)) for other in trial.companions))]


def _plan(trial: Trial) -> Plan:
    def choose(case: Case) -> Choice:
        rate = case.setting if isinstance(case.setting, float) else RATES[0]
        return Choice.of(trial.topics[case.topic].words, option_for(trial, trial.gain_model, case, rate))

    return Plan(NAME, choose, lambda topic: every_option(trial, topic), settings=RATES, learns=True)


RUN = Run(
    NAME,
    "phrases that a model of gains, learned from other queries, expects to help",
    "",
    make,
    needs_judgements=True,
    needs_index=True,
    setting="rate of the possible phrases",
)
