"""bestfit-normalized: as bestfit, worth as much as the reference has votes beside the top vote."""

from __future__ import annotations

from fractions import Fraction

from caesura.evaluation.fit import Fit
from caesura.evaluation.levels import QueryScore, compare_with
from caesura.evaluation.measures.base import Measure, Scores
from caesura.evaluation.query_votes import QueryVotes
from caesura.evaluation.reference_rule import ReferenceRule, breaks_of, reference_vote
from caesura.shapes import Flat


def _exact(query: QueryVotes, prediction: Flat, rule: ReferenceRule) -> QueryScore:
    reference = reference_vote(query.votes.ranked, prediction, rule)
    return QueryScore(compare_with(Flat(breaks_of(reference)), prediction), Fraction(reference.count, query.votes.top.count))


def _fast(fit: Fit) -> Scores:
    return Scores(fit.compared_with_bestfit, (fit.bestfit.votes, fit.top.votes))


MEASURE = Measure("bestfit-normalized", "bestfit, times the reference's votes over the top vote's", _exact, _fast)
