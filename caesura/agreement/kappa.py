"""Kappas: Fleiss's for many annotators, Cohen's for two, on labels and on the single breaks of flat segmentations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction

import numpy as np

from caesura.agreement.blocks import blocks_of
from caesura.agreement.items import AnnotatedQuery, pairable


def fleiss_kappa(counts: Iterable[Sequence[int]]) -> Fraction | None:
    """`counts[item][category]` annotators. Items may have different numbers of annotators: each item's agreement counts once,
    the categories' shares are over all labels. None where only one category was ever used."""
    agreement, items = Fraction(0), 0
    categories: Counter[int] = Counter()
    for row in counts:
        number = sum(row)
        if number > 1:
            agreement += Fraction(sum(count * (count - 1) for count in row), number * (number - 1))
            items += 1
            categories.update(dict(enumerate(row)))
    return _corrected(agreement, items, list(categories.values()))


def cohen_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> Fraction | None:
    """Two annotators who labelled the same items; None where both used one and the same label only."""
    if not first:
        return None
    ones, others = Counter(first), Counter(second)
    number = len(first)
    observed = Fraction(sum(one == other for one, other in zip(first, second, strict=True)), number)
    expected = Fraction(sum(count * others[label] for label, count in ones.items()), number * number)
    return None if expected == 1 else (observed - expected) / (1 - expected)


def break_kappa(items: Sequence[AnnotatedQuery]) -> Fraction | None:
    """Fleiss's kappa where every break of every query is an item, labelled break or no break."""
    agreement, number = Fraction(0), 0
    broken = joined = 0
    for block in blocks_of(pairable(items)):
        breaks = block.reaching(1)[:, 0]
        rest = block.totals[:, None] - breaks
        agreeing = (breaks * (breaks - 1) + rest * (rest - 1)).sum(axis=1)
        for total in map(int, np.unique(block.totals)):
            agreement += Fraction(int(agreeing[block.totals == total].sum()), total * (total - 1))
        number += breaks.size
        broken += int(breaks.sum())
        joined += int(rest.sum())
    return _corrected(agreement, number, [broken, joined])


def _corrected(agreement: Fraction, items: int, categories: Sequence[int]) -> Fraction | None:
    total = sum(categories)
    if not items or max(categories) == total:
        return None
    expected = sum((Fraction(count, total) ** 2 for count in categories), Fraction(0))
    return (agreement / items - expected) / (1 - expected)
