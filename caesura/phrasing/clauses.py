"""How engines with a query language like Lucene's write boosts and groups of clauses."""

from __future__ import annotations

from collections.abc import Sequence

from caesura.phrasing.options import decimal


def boost_mark(boost: float) -> str:
    """What follows a clause: `^0.25`, or nothing for a boost of 1."""
    return "" if boost == 1 else f"^{decimal(boost)}"


def grouped(clauses: Sequence[str]) -> str:
    """Several clauses in parentheses; one stays as it is."""
    return clauses[0] if len(clauses) == 1 else f"({' '.join(clauses)})"
