"""bestfit: the annotator who comes closest counts as right."""

from __future__ import annotations

from caesura.evaluation.fit import Fit
from caesura.evaluation.levels import QueryScore, compare_with
from caesura.evaluation.measures.base import Measure, Scores
from caesura.evaluation.query_votes import QueryVotes
from caesura.evaluation.reference_rule import ReferenceRule, breaks_of, reference_vote
from caesura.shapes import Flat


def _exact(query: QueryVotes, prediction: Flat, rule: ReferenceRule) -> QueryScore:
    return QueryScore(compare_with(Flat(breaks_of(reference_vote(query.votes.ranked, prediction, rule))), prediction))


def _fast(fit: Fit) -> Scores:
    return Scores(fit.compared_with_bestfit)


MEASURE = Measure("bestfit", "against the annotation closest to the prediction", _exact, _fast)
