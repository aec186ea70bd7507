"""As `when-to-phrase`, with the phrases beside the words and not instead of them; their share of the score is tuned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from caesura.retrieval.experiment.measures import MEASURES
from caesura.retrieval.experiment.options import soft_query
from caesura.retrieval.language.values import Query
from caesura.retrieval.runs.base import Case, Choice, Plan, Run
from caesura.retrieval.runs.soft_phrases import soft_choice
from caesura.retrieval.runs.when_to_phrase import RATES, option_for

if TYPE_CHECKING:
    from caesura.retrieval.experiment.trial import Trial

NAME = "when-to-phrase-softly"


def make(trial: Trial) -> Sequence[Plan]:
    everyone = trial.companions or [trial]
    # What the model learns from and what it may choose is measured ahead, for all collections it is learned on and tuned with.
    for other in everyone:
        other.measure({topic: trial.soft_gain_model.examples(other, topic) for topic in range(len(other.topics))})
    for other in everyone:
        other.measure({topic: _queries(other, topic) for topic in range(len(other.topics))})
    return [replace(_plan(trial), pooled=tuple((other, _plan(other)) for other in trial.companions))]


def _plan(trial: Trial) -> Plan:
    shares = trial.choices.shares

    def choose(case: Case) -> Choice:
        rate, share = case.setting if isinstance(case.setting, tuple) else (RATES[0], shares[0])
        return soft_choice(trial.topics[case.topic].words, option_for(trial, trial.soft_gain_model, case, rate), share)

    return Plan(NAME, choose, lambda topic: _queries(trial, topic), settings=tuple(product(RATES, shares)), learns=True)


def _queries(trial: Trial, topic: int) -> list[Query]:
    cases = [Case(topic, None, fold, measure) for fold in range(trial.choices.folds) for measure in range(len(MEASURES))]
    options = dict.fromkeys(option_for(trial, trial.soft_gain_model, case, rate) for case in cases for rate in RATES)
    return [soft_query(trial.topics[topic].words, option, share) for option in options for share in trial.choices.shares]


RUN = Run(
    NAME,
    "the same with phrases beside the words, with a tuned share",
    "",
    make,
    needs_judgements=True,
    needs_index=True,
    setting="rate of the possible phrases, share of the phrases",
)
