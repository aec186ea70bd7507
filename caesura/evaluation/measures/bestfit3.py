"""bestfit3: as bestfit, among the three segmentations with most votes."""

from __future__ import annotations

from caesura.evaluation.choice import Choice, breaks_of, chosen
from caesura.evaluation.crowd import Crowd
from caesura.evaluation.fit import Fit
from caesura.evaluation.levels import QueryScore, compare_with
from caesura.evaluation.measures.base import Measure, Scores
from caesura.shapes import Flat


def _exact(crowd: Crowd, prediction: Flat, choice: Choice) -> QueryScore:
    return QueryScore(compare_with(Flat(breaks_of(chosen(crowd.votes.ranked[:3], prediction, choice))), prediction))


def _fast(fit: Fit) -> Scores:
    return Scores(fit.compare_with(fit.bestfit3.masks))


MEASURE = Measure("bestfit3", "against the closest of the three annotations with most votes", _exact, _fast)
