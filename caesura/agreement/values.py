"""Krippendorff's alpha for labels of any kind, with missing ones and any metric (Hayes & Krippendorff 2007)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

ValueMetric = Callable[[Any, Any], Any]


def nominal(one: Hashable, other: Hashable) -> int:
    """Same or not."""
    return int(one != other)


def interval(one: float | Fraction, other: float | Fraction) -> Any:
    """The squared difference of numbers."""
    return (one - other) ** 2


def alpha_of_values(units: Iterable[Sequence[Hashable | None]], metric: ValueMetric = nominal) -> Any:
    """`units` holds for each item what its annotators said, None where one said nothing.

    Items with fewer than two labels leave both terms. A fraction where the metric gives whole numbers or fractions; None where
    no two labels differ, or only one item is left.
    """
    return alpha_of_counts((Counter(label for label in unit if label is not None) for unit in units), metric)


def alpha_of_counts(units: Iterable[Mapping[Any, int]], metric: ValueMetric = nominal) -> Any:
    """The same, from how many annotators of each item used each label."""
    everything: Counter[Hashable] = Counter()
    within: dict[int, Any] = {}  # by the number of annotators: items with equal numbers share a weight
    used = 0
    for unit in units:
        number = sum(unit.values())
        if number > 1:
            used += 1
            within[number] = within.get(number, 0) + _pairs(unit, metric)
            everything.update(unit)
    across = _pairs(everything, metric)
    if not across or used < 2:
        return None
    observed = sum((pairs * Fraction(1, number - 1) for number, pairs in within.items()), start=Fraction(0))
    return 1 - observed * (everything.total() - 1) / across


def _pairs(labels: Mapping[Any, int], metric: ValueMetric) -> Any:
    """The sum of distances over ordered pairs; equal labels are 0 apart."""
    if metric is nominal:
        return sum(labels.values()) ** 2 - sum(count * count for count in labels.values())
    items = list(labels.items())
    return 2 * sum(
        (count * others * metric(one, other) for place, (one, count) in enumerate(items) for other, others in items[place + 1 :]),
        start=0,
    )
