"""newbreak: the votes a prediction collects at all boundaries, of the most that could be collected."""

from __future__ import annotations

from caesura.evaluation.fit import Fit
from caesura.evaluation.levels import VALUE, QueryScore
from caesura.evaluation.measures.base import Measure, Scores
from caesura.evaluation.query_votes import QueryVotes
from caesura.evaluation.reference_rule import ReferenceRule
from caesura.shapes import Flat


def _exact(query: QueryVotes, prediction: Flat, rule: ReferenceRule) -> QueryScore:  # noqa: ARG001 - every measure is called alike
    votes = query.votes
    total = votes.total
    collected = sum(
        broke if predicted else total - broke for broke, predicted in zip(votes.break_counts, prediction.breaks, strict=True)
    )
    most = sum(max(broke, total - broke) for broke in votes.break_counts)
    return QueryScore({"value": (collected, most)})


def _fast(fit: Fit) -> Scores:
    return Scores({"value": (fit.collected, fit.collectable)})


MEASURE = Measure(
    "newbreak",
    "votes collected at each boundary, of the most that could be collected",
    _exact,
    _fast,
    uses_reference_rule=False,
    levels=VALUE,
)
