"""A segmenter's phrases from a confidence on that is tuned: where no confidence is high enough, the query stays a bag of words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from caesura.retrieval.experiment.options import option_query
from caesura.retrieval.language.values import Query
from caesura.retrieval.runs.base import Case, Choice, Plan, Run
from caesura.retrieval.runs.segmenter import sure_options

if TYPE_CHECKING:
    from caesura.retrieval.experiment.trial import Trial

NAME = "tuned-confidence"
#: Least probabilities of a segment that are tried; the first is next to never reached: in doubt, without.
CONFIDENCES = (1.0, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.0)


def make(trial: Trial) -> Sequence[Plan]:
    """One plan for every method that says how sure it is; the others have nothing to tune."""
    return [_plan(trial, method) for method in trial.choices.methods if trial.chances(method) is not None]


def _plan(trial: Trial, method: str) -> Plan:
    options = {least: sure_options(trial, method, least) for least in CONFIDENCES}

    def choose(case: Case) -> Choice:
        least = case.setting if isinstance(case.setting, float) else CONFIDENCES[0]
        return Choice.of(trial.topics[case.topic].words, options[least][case.topic])

    def queries(topic: int) -> list[Query]:
        return [option_query(trial.topics[topic].words, options[least][topic]) for least in CONFIDENCES]

    return Plan(f"{method}, tuned confidence", choose, queries, settings=CONFIDENCES)


RUN = Run(NAME, "the same where the method is sure enough, from a tuned confidence on", "", make, setting="minimum confidence")
