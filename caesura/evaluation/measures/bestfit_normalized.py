"""bestfit-normalized: as bestfit, worth as much as the reference has votes beside the top vote."""

from __future__ import annotations

from fractions import Fraction

from caesura.evaluation.choice import Choice, breaks_of, chosen
from caesura.evaluation.crowd import Crowd
from caesura.evaluation.fit import Fit
from caesura.evaluation.levels import QueryScore, compare_with
from caesura.evaluation.measures.base import Measure, Scores
from caesura.shapes import Flat


def _exact(crowd: Crowd, prediction: Flat, choice: Choice) -> QueryScore:
    reference = chosen(crowd.votes.ranked, prediction, choice)
    return QueryScore(compare_with(Flat(breaks_of(reference)), prediction), Fraction(reference.count, crowd.votes.top.count))


def _fast(fit: Fit) -> Scores:
    return Scores(fit.compared_with_bestfit, (fit.bestfit.votes, fit.top.votes))


MEASURE = Measure("bestfit-normalized", "bestfit, times the reference's votes over the top vote's", _exact, _fast)
