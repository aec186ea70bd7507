"""category-normalized: category, with the unsafe queries scored as in bestfit-normalized."""

from __future__ import annotations

from fractions import Fraction

from caesura.evaluation.fit import Fit
from caesura.evaluation.levels import QueryScore, compare_with
from caesura.evaluation.measures.base import Measure, Scores
from caesura.evaluation.query_votes import QueryVotes
from caesura.evaluation.reference_rule import ReferenceRule, breaks_of, reference_vote
from caesura.shapes import Flat


def _exact(query: QueryVotes, prediction: Flat, rule: ReferenceRule) -> QueryScore:
    top = query.votes.top
    reference = top if query.safe else reference_vote(query.votes.ranked, prediction, rule)
    return QueryScore(compare_with(Flat(breaks_of(reference)), prediction), Fraction(reference.count, top.count))


def _fast(fit: Fit) -> Scores:
    return Scores(fit.compared_with_safe_or_bestfit, (fit.safe_or_bestfit.votes, fit.top.votes))


MEASURE = Measure("category-normalized", "safe queries against the top vote, unsafe ones as bestfit-normalized", _exact, _fast)
