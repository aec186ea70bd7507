"""corpus: against what most annotators did at each boundary; where they are split evenly, they broke."""

from __future__ import annotations

from caesura.corpus import Votes
from caesura.evaluate.choice import Choice
from caesura.evaluate.crowd import Crowd
from caesura.evaluate.fit import Fit
from caesura.evaluate.levels import QueryScore, compare_with
from caesura.evaluate.measures.base import Measure, Scores, register
from caesura.shapes import Flat


def majority(votes: Votes) -> Flat:
    """The crowd's segmentation. It need not be anyone's, nor the top vote, not even for a safe query."""
    total = votes.total
    return Flat(tuple(int(2 * broke >= total) for broke in votes.break_counts))


def _exact(crowd: Crowd, prediction: Flat, choice: Choice) -> QueryScore:  # noqa: ARG001 - every measure is called alike
    return QueryScore(compare_with(majority(crowd.votes), prediction))


def _fast(fit: Fit) -> Scores:
    return Scores(fit.compare_with(fit.table.majority[fit.queries]))


CORPUS = register(Measure("corpus", "against the majority at each boundary, a tie breaks", _exact, _fast, uses_choice=False))
