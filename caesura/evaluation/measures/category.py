"""category: where the crowd is sure its top vote is right, elsewhere the closest annotator is."""

from __future__ import annotations

from caesura.evaluation.fit import Fit
from caesura.evaluation.levels import QueryScore, compare_with
from caesura.evaluation.measures.base import Measure, Scores
from caesura.evaluation.query_votes import QueryVotes
from caesura.evaluation.reference_rule import ReferenceRule, breaks_of, reference_vote
from caesura.shapes import Flat


def _exact(query: QueryVotes, prediction: Flat, rule: ReferenceRule) -> QueryScore:
    reference = query.votes.top if query.safe else reference_vote(query.votes.ranked, prediction, rule)
    return QueryScore(compare_with(Flat(breaks_of(reference)), prediction))


def _fast(fit: Fit) -> Scores:
    return Scores(fit.compared_with_safe_or_bestfit)


MEASURE = Measure("category", "safe queries against the top vote, unsafe ones as bestfit", _exact, _fast)
