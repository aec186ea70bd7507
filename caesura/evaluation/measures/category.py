"""category: where the crowd is sure its top vote is right, elsewhere the closest annotator is."""

from __future__ import annotations

from caesura.evaluation.choice import Choice, breaks_of, chosen
from caesura.evaluation.crowd import Crowd
from caesura.evaluation.fit import Fit
from caesura.evaluation.levels import QueryScore, compare_with
from caesura.evaluation.measures.base import Measure, Scores
from caesura.shapes import Flat


def _exact(crowd: Crowd, prediction: Flat, choice: Choice) -> QueryScore:
    reference = crowd.votes.top if crowd.safe else chosen(crowd.votes.ranked, prediction, choice)
    return QueryScore(compare_with(Flat(breaks_of(reference)), prediction))


def _fast(fit: Fit) -> Scores:
    return Scores(fit.compared_with_safe_or_bestfit)


MEASURE = Measure("category", "safe queries against the top vote, unsafe ones as bestfit", _exact, _fast)
