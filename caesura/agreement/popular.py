"""How many chose the most popular option, by query length (Lioma et al. 2018, tables 2 and 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from caesura.agreement.items import AnnotatedQuery, Pattern


@dataclass(frozen=True, slots=True)
class Popularity:
    """Queries of one length (or of all: `words` None). `alone` is how many have every word by itself as most popular option."""

    words: int | None
    queries: int
    alone: int
    phrases: int
    agreement: Fraction


def popular_options(items: Sequence[AnnotatedQuery]) -> list[Popularity]:
    """One row per length, long queries first as printed; an option is a whole segmentation, equal votes keep their order."""
    rows = []
    for boundaries in sorted({item.boundaries for item in items}, reverse=True):
        of_length = [item for item in items if item.boundaries == boundaries]
        rows.append(_row(boundaries + 1, of_length))
    return rows


def mean_popularity(items: Sequence[AnnotatedQuery]) -> tuple[Popularity, Fraction]:
    """The row of all queries, whose agreement is the mean over queries, and the printed total: the plain mean of the rows."""
    rows = popular_options(items)
    return _row(None, items), sum((row.agreement for row in rows), Fraction(0)) / len(rows)


def _row(words: int | None, items: Sequence[AnnotatedQuery]) -> Popularity:
    alone = sum(all(_top(item)[0]) for item in items)
    popular: dict[int, int] = {}  # by the number of annotators: queries with equal numbers share a denominator
    for item in items:
        popular[item.total] = popular.get(item.total, 0) + _top(item)[1]
    agreement = sum((Fraction(votes, total) for total, votes in popular.items()), Fraction(0)) / len(items)
    return Popularity(words, len(items), alone, len(items) - alone, agreement)


def _top(item: AnnotatedQuery) -> tuple[Pattern, int]:
    return max(item.patterns, key=lambda vote: vote[1])
