"""The reference path: the formulas of Ramanath et al. 2013 as they stand, in fractions, for any distance.

Plain loops over the pairs of patterns; equal patterns are counted together. The fast path must equal this on every input.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

from caesura.agreement.items import AnnotatedQuery, Distance, Pattern, pairable
from caesura.shapes import sequence_distance

#: Any symmetric function of two patterns that is 0 for equal ones.
Metric = Callable[[Pattern, Pattern], Fraction | int]
#: The probability that two random structures over this many boundaries are at least this far apart (a sum, not a mean).
Tail = Callable[[int, int], Fraction]


def metric(distance: Distance) -> Metric:
    """d1 or d2 as a plain function."""
    return lambda one, other: sequence_distance(one, other, distance.power)


def alpha_exactly(items: Sequence[AnnotatedQuery], distance: Metric) -> Fraction | None:
    """1 - s_within/s_total, formulas (1)-(3); a query's pairs weigh 1/(c - 1). None with one query or where nothing differs."""
    used = pairable(items)
    if len(used) < 2:
        return None
    total = sum(item.total for item in used)
    within = sum((Fraction(_ordered_pairs(item.patterns, distance), item.total - 1) for item in used), Fraction(0))
    everything = Counter[Pattern]()
    for item in used:
        everything.update(dict(item.patterns))
    across = _ordered_pairs(tuple(everything.items()), distance)
    if not across:
        return None
    return 1 - (within / total) / (Fraction(across) / (total * (total - 1)))


def between_exactly(first: Sequence[AnnotatedQuery], second: Sequence[AnnotatedQuery], distance: Metric) -> Fraction | None:
    """Alpha between two groups who annotated the same queries; None with one query or where nothing differs."""
    of_second = {item.id: item for item in second}
    both = [(item, of_second[item.id]) for item in first if item.id in of_second]
    if len(both) < 2:
        return None
    observed = sum((Fraction(_cross_pairs(one.patterns, other.patterns, distance)) for one, other in both), Fraction(0))
    expected = sum(
        (Fraction(_cross_pairs(one.patterns, other.patterns, distance)) for one, _ in both for _, other in both), Fraction(0)
    )
    if not expected:
        return None
    pairs = sum(one.total * other.total for one, other in both)
    all_pairs = sum(one.total for one, _ in both) * sum(other.total for _, other in both)
    return 1 - (observed / pairs) / (expected / all_pairs)


def chance_agreement_exactly(items: Sequence[AnnotatedQuery], distance: Distance, tail: Tail) -> tuple[Fraction, Fraction] | None:
    """S as printed (formula 7, each annotation also with itself) and S over proper pairs; None without pairs."""
    used = pairable(items)
    if not used:
        return None
    printed = proper = Fraction(0)
    for item in used:
        both = Fraction(0)
        for one, count in item.patterns:
            for other, others in item.patterns:
                apart = sum(abs(a**distance.power - b**distance.power) for a, b in zip(one, other, strict=True))
                both += count * others * tail(item.boundaries, apart)
        printed += both / item.total**2
        # Each annotation with itself is at distance 0, which any two structures reach.
        proper += (both - item.total) / (item.total * (item.total - 1))
    return printed / len(used), proper / len(used)


def _ordered_pairs(patterns: Sequence[tuple[Pattern, int]], distance: Metric) -> Fraction | int:
    total: Fraction | int = 0
    for number, (one, count) in enumerate(patterns):
        for other, others in patterns[number + 1 :]:
            total += 2 * count * others * distance(one, other)
    return total


def _cross_pairs(first: Sequence[tuple[Pattern, int]], second: Sequence[tuple[Pattern, int]], distance: Metric) -> Fraction | int:
    total: Fraction | int = 0
    for one, count in first:
        for other, others in second:
            total += count * others * distance(one, other)
    return total
