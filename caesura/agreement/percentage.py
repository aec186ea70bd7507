"""Raw agreement: how many pairs of annotators made the same segmentation, or the same decision at a break."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from caesura.agreement.items import Item, pairable


def same_segmentation(items: Sequence[Item]) -> Fraction | None:
    """Mean over queries of the share of pairs of annotators with exactly the same segmentation."""
    used = pairable(items)
    if not used:
        return None
    return sum((_share(item.total, [count for _, count in item.patterns]) for item in used), Fraction(0)) / len(used)


def same_break(items: Sequence[Item]) -> Fraction | None:
    """Mean over all breaks of the share of pairs of annotators who decided alike; trees must have the same height there."""
    shares: dict[tuple[int, ...], int] = {}
    for item in pairable(items):
        for boundary in range(item.boundaries):
            counts: dict[int, int] = {}
            for pattern, count in item.patterns:
                counts[pattern[boundary]] = counts.get(pattern[boundary], 0) + count
            votes = tuple(sorted(counts.values()))
            shares[votes] = shares.get(votes, 0) + 1
    if not shares:
        return None
    total = sum((_share(sum(votes), votes) * number for votes, number in shares.items()), Fraction(0))
    return total / sum(shares.values())


def _share(total: int, counts: Sequence[int]) -> Fraction:
    return Fraction(sum(count * (count - 1) for count in counts), total * (total - 1))
