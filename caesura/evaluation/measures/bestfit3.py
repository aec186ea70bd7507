"""bestfit3: as bestfit, among the three segmentations with most votes."""

from __future__ import annotations

from caesura.evaluation.fit import Fit
from caesura.evaluation.levels import QueryScore, compare_with
from caesura.evaluation.measures.base import Measure, Scores
from caesura.evaluation.query_votes import QueryVotes
from caesura.evaluation.reference_rule import ReferenceRule, breaks_of, reference_vote
from caesura.shapes import Flat


def _exact(query: QueryVotes, prediction: Flat, rule: ReferenceRule) -> QueryScore:
    return QueryScore(compare_with(Flat(breaks_of(reference_vote(query.votes.ranked[:3], prediction, rule))), prediction))


def _fast(fit: Fit) -> Scores:
    return Scores(fit.compare_with(fit.bestfit3.masks))


MEASURE = Measure("bestfit3", "against the closest of the three annotations with most votes", _exact, _fast)
