"""Krippendorff's alpha for labels of any kind, with missing ones and any metric (Hayes & Krippendorff 2007)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
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
    no two labels differ.
    """
    within: Any = Fraction(0)
    everything: Counter[Hashable] = Counter()
    for unit in units:
        labels = Counter(label for label in unit if label is not None)
        number = labels.total()
        if number > 1:
            within += _pairs(labels, metric) * Fraction(1, number - 1)
            everything.update(labels)
    across = _pairs(everything, metric)
    if not across:
        return None
    number = everything.total()
    return 1 - within * (number - 1) / across


def _pairs(labels: Counter[Hashable], metric: ValueMetric) -> Any:
    """The sum of distances over ordered pairs; equal labels are 0 apart."""
    if metric is nominal:
        return labels.total() ** 2 - sum(count * count for count in labels.values())
    found = list(labels.items())
    return 2 * sum(
        (count * others * metric(one, other) for place, (one, count) in enumerate(found) for other, others in found[place + 1 :]),
        start=0,
    )
