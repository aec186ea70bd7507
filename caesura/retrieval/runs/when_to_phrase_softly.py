"""As `when-to-phrase`, with the phrases beside the words and not instead of them; their share of the score is tuned."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

from caesura.retrieval.experiment.measures import MEASURES
from caesura.retrieval.experiment.options import soft_query
from caesura.retrieval.language.values import Query
from caesura.retrieval.runs.base import Case, Choice, Plan, Run
from caesura.retrieval.runs.soft_phrases import soft_choice
from caesura.retrieval.runs.when_to_phrase import MARGINS, option_for

if TYPE_CHECKING:
    from caesura.retrieval.experiment.trial import Trial

NAME = "when-to-phrase-softly"


def make(trial: Trial) -> Sequence[Plan]:
    shares = trial.choices.shares
    for other in trial.companions or [trial]:
        other.measure({topic: trial.soft_gain_model.examples(other, topic) for topic in range(len(other.topics))})

    def choose(case: Case) -> Choice:
        margin, share = case.setting if isinstance(case.setting, tuple) else (MARGINS[0], shares[0])
        return soft_choice(trial.topics[case.topic].words, option_for(trial, trial.soft_gain_model, case, margin), share)

    def queries(topic: int) -> list[Query]:
        cases = [Case(topic, None, fold, measure) for fold in range(trial.choices.folds) for measure in range(len(MEASURES))]
        options = dict.fromkeys(option_for(trial, trial.soft_gain_model, case, margin) for case in cases for margin in MARGINS)
        return [soft_query(trial.topics[topic].words, option, share) for option in options for share in shares]

    return [Plan(NAME, choose, queries, settings=tuple(product(MARGINS, shares)), learns=True)]


RUN = Run(
    NAME,
    "the same with phrases beside the words, with a tuned share",
    "",
    make,
    needs_judgements=True,
    needs_index=True,
    setting="least expected gain, share of the phrases",
)
