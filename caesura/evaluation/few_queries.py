"""Intervals of few queries promise more than they hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

#: Below this many queries the intervals deserve a warning: of 100 paired 95 % intervals from five queries, 69 hold the difference.
FEW_QUERIES = 10


def few_queries_warning(rows: Iterable[Mapping[str, Any]]) -> str | None:
    """Of rows with intervals, those of the fewest queries decide; None where there are enough, or no intervals."""
    sizes = [int(row["queries"]) for row in rows if row.get("intervals") or row.get("interval")]
    if not sizes or min(sizes) >= FEW_QUERIES:
        return None
    fewest = min(sizes)
    queries = "1 query is" if fewest == 1 else f"{fewest} queries are"
    return f"{queries} too few for the 95 % intervals: with fewer than {FEW_QUERIES} they hold the true figure far less often"
