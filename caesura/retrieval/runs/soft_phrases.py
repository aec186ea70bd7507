"""Phrases beside the words and not instead of them: a segmenter's phrases get a share of the score that is tuned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from caesura.retrieval.experiment.options import soft_query
from caesura.retrieval.runs.base import Case, Choice, Plan, Run
from caesura.retrieval.runs.segmenter import sure_options
from caesura.shapes import Flat

if TYPE_CHECKING:
    from caesura.retrieval.experiment.trial import Trial

NAME = "soft-phrases"


def soft_choice(words: tuple[str, ...], option: Flat, share: float) -> Choice:
    return Choice(soft_query(words, option, share), option, option.is_segmented)


def make(trial: Trial) -> Sequence[Plan]:
    return [_plan(trial, method) for method in trial.choices.methods]


def _plan(trial: Trial, method: str) -> Plan:
    options = sure_options(trial, method, trial.choices.min_confidence)
    shares = trial.choices.shares

    def choose(case: Case) -> Choice:
        share = case.setting if isinstance(case.setting, float) else shares[0]
        return soft_choice(trial.topics[case.topic].words, options[case.topic], share)

    return Plan(
        f"soft {method}",
        choose,
        lambda topic: [soft_query(trial.topics[topic].words, options[topic], share) for share in shares],
        settings=shares,
    )


RUN = Run(NAME, "a segmenter's phrases beside the words, with a tuned share", "", make, setting="share of the phrases")
