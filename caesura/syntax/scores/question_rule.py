"""How right the rule is that a query which begins with a WH word or an auxiliary is one segment."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from caesura.syntax.closed_class import begins_as_question
from caesura.syntax.treebank.reading import TreebankQuery


def question_rule(queries: Sequence[TreebankQuery]) -> dict[str, Any]:
    """Precision: share of the queries it finds that have one segment; recall: share of all queries of one segment it finds."""
    questions = [query for query in queries if begins_as_question(query.words)]
    single = sum(len(query.forest.roots) == 1 for query in queries)
    right = sum(len(query.forest.roots) == 1 for query in questions)
    return {
        "queries": len(queries),
        "found": len(questions),
        "precision": Fraction(right, len(questions)) if questions else None,
        "recall": Fraction(right, single) if single else None,
    }
