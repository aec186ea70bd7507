"""Raw agreement: how many pairs of annotators made the same segmentation, or the same decision at a break."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from caesura.agreement.blocks import blocks_of
from caesura.agreement.items import AnnotatedQuery, pairable


def same_segmentation(items: Sequence[AnnotatedQuery]) -> Fraction | None:
    """Mean over queries of the share of pairs of annotators with exactly the same segmentation."""
    agreeing: dict[int, int] = {}  # by the number of annotators: queries with equal numbers share a denominator
    used = pairable(items)
    for item in used:
        pairs = sum(count * (count - 1) for _, count in item.patterns)
        agreeing[item.total] = agreeing.get(item.total, 0) + pairs
    return _mean(agreeing, len(used))


def same_break(items: Sequence[AnnotatedQuery]) -> Fraction | None:
    """Mean over all breaks of the share of pairs of annotators who decided alike; trees must have the same height there."""
    agreeing: dict[int, int] = {}
    breaks = 0
    for block in blocks_of(pairable(items)):
        everyone = np.broadcast_to(block.totals[:, None, None], (len(block.places), 1, block.boundaries))
        reaching = np.concatenate((everyone, block.reaching(max(1, block.highest))), axis=1)
        # Those at a value are those who reach it and not the next.
        at_value = reaching - np.concatenate((reaching[:, 1:], np.zeros_like(everyone)), axis=1)
        pairs = (at_value * (at_value - 1)).sum(axis=(1, 2))
        for total in map(int, np.unique(block.totals)):
            agreeing[total] = agreeing.get(total, 0) + int(pairs[block.totals == total].sum())
        breaks += len(block.places) * block.boundaries
    return _mean(agreeing, breaks)


def _mean(agreeing: dict[int, int], number: int) -> Fraction | None:
    if not number:
        return None
    return sum((Fraction(pairs, total * (total - 1)) for total, pairs in agreeing.items()), Fraction(0)) / number
