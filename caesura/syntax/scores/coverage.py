"""For how many queries the query-to-question step finds a question (the paper: 2954 of 4000)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from caesura.syntax.closed_class import begins_as_question
from caesura.syntax.projection.question import QuestionGenerator
from caesura.syntax.treebank.reading import TreebankQuery


def question_coverage(queries: Sequence[TreebankQuery], generator: QuestionGenerator) -> dict[str, Any]:
    """Queries that are questions already, that got one, and the share of both."""
    already = sum(begins_as_question(query.words) for query in queries)
    inferred = sum(generator(query.words) is not None for query in queries if not begins_as_question(query.words))
    return {
        "queries": len(queries),
        "questions_already": already,
        "questions_inferred": inferred,
        "coverage": Fraction(already + inferred, len(queries)) if queries else None,
        "coverage_of_others": Fraction(inferred, len(queries) - already) if len(queries) > already else None,
    }
