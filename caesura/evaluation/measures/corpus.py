"""corpus: against what most annotators did at each boundary; where they are split evenly, they broke."""

from __future__ import annotations

from caesura.corpus import Votes
from caesura.evaluation.fit import Fit
from caesura.evaluation.levels import QueryScore, compare_with
from caesura.evaluation.measures.base import Measure, Scores
from caesura.evaluation.query_votes import QueryVotes
from caesura.evaluation.reference_rule import ReferenceRule
from caesura.shapes import Flat


def majority(votes: Votes, *, tie_breaks: bool = True) -> Flat:
    """The crowd's segmentation. It need not be anyone's, nor the top vote, not even for a safe query."""
    total = votes.total
    return Flat(tuple(int(2 * broke > total or (tie_breaks and 2 * broke == total)) for broke in votes.break_counts))


def _exact(query: QueryVotes, prediction: Flat, rule: ReferenceRule) -> QueryScore:  # noqa: ARG001 - every measure is called alike
    return QueryScore(compare_with(majority(query.votes), prediction))


def _fast(fit: Fit) -> Scores:
    return Scores(fit.compare_with(fit.table.majority[fit.queries]))


def _exact_ties_join(query: QueryVotes, prediction: Flat, rule: ReferenceRule) -> QueryScore:  # noqa: ARG001
    return QueryScore(compare_with(majority(query.votes, tie_breaks=False), prediction))


def _fast_ties_join(fit: Fit) -> Scores:
    return Scores(fit.compare_with(fit.table.majority_by(tie_breaks=False)[fit.queries]))


MEASURE = Measure("corpus", "against the majority at each boundary, a tie breaks", _exact, _fast, uses_reference_rule=False)

#: Not one of the seven: what the thesis's chapter 5 was computed with, against its own definition (docs/background/evaluation.md).
CORPUS_TIES_JOIN = Measure(
    "corpus-ties-join",
    "against the majority at each boundary, a tie joins",
    _exact_ties_join,
    _fast_ties_join,
    uses_reference_rule=False,
)
