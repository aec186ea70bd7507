"""bestfit: the annotator who comes closest counts as right."""

from __future__ import annotations

from caesura.evaluation.choice import Choice, breaks_of, chosen
from caesura.evaluation.crowd import Crowd
from caesura.evaluation.fit import Fit
from caesura.evaluation.levels import QueryScore, compare_with
from caesura.evaluation.measures.base import Measure, Scores
from caesura.shapes import Flat


def _exact(crowd: Crowd, prediction: Flat, choice: Choice) -> QueryScore:
    return QueryScore(compare_with(Flat(breaks_of(chosen(crowd.votes.ranked, prediction, choice))), prediction))


def _fast(fit: Fit) -> Scores:
    return Scores(fit.compared_with_bestfit)


MEASURE = Measure("bestfit", "against the annotation closest to the prediction", _exact, _fast)
