"""Krippendorff's alpha for segmentations, fast and still exact (Ramanath et al. 2013, formulas 1-6).

The total term compares every annotation with every other, across queries of all lengths. It needs only how many annotations of
each length reach each level at each boundary: sliding the shorter over the longer is a running sum of those numbers.
Everything is whole numbers until the last division.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from caesura.agreement.blocks import Block, Integers, blocks_of, level_weights, levels_of
from caesura.agreement.items import AnnotatedQuery, Distance, pairable

#: By number of boundaries: how many annotations there are, and how many reach each level at each boundary. Leading axes, if
#: any, are resamples. Python's own integers where the result must be exact, floats where it is one of many resamples.
Reached = Mapping[int, tuple[Any, Any]]


def alpha(items: Sequence[AnnotatedQuery], distance: Distance = Distance.D1) -> Fraction | None:
    """Alpha over all queries with two or more annotations; None where no two annotations differ, or there is one query only.

    With one query what is expected is what is observed, and the formula says 0 whatever the annotators did.
    """
    used = pairable(items)
    if len(used) < 2:
        return None
    blocks = blocks_of(used)
    weights = level_weights(levels_of(blocks), distance)
    within, reached = Fraction(0), {}
    for block in blocks:
        reaching = block.reaching(len(weights))
        disagreeing = within_queries(block, reaching, weights)
        for total in np.unique(block.totals):
            summed = int(disagreeing[block.totals == total].sum())
            within += Fraction(2 * summed, block.boundaries * (int(total) - 1))
        reached[block.boundaries] = (int(block.totals.sum()), reaching.sum(axis=0).astype(object))
    across = total_disagreement(reached, weights)
    if not across:
        return None
    number = sum(count for count, _ in reached.values())
    return 1 - (within / number) / Fraction(across, number * (number - 1))


def alpha_same_length(items: Sequence[AnnotatedQuery], distance: Distance = Distance.D1) -> Fraction | None:
    """The mean of the alphas of each query length, weighted by queries.

    Annotators who look at nothing but the number of words differ between lengths and agree within one. Alpha over all lengths
    rewards that; this does not.
    """
    used = pairable(items)
    total, number = Fraction(0), 0
    for boundaries in sorted({item.boundaries for item in used}):
        of_length = [item for item in used if item.boundaries == boundaries]
        if (value := alpha(of_length, distance)) is not None:
            total += value * len(of_length)
            number += len(of_length)
    return total / number if number else None


def between(first: Sequence[AnnotatedQuery], second: Sequence[AnnotatedQuery], distance: Distance = Distance.D1) -> Fraction | None:
    """Alpha between two groups who annotated the same queries; None where nothing differs, or they share one query only.

    Observed: the mean distance of pairs across the groups within a query. Expected: the same over all queries. Queries that
    only one group annotated take no part.
    """
    of_second = {item.id: item for item in second}
    ones = [item for item in first if item.id in of_second]
    others = [of_second[item.id] for item in ones]
    if len(ones) < 2:
        return None
    first_blocks, second_blocks = blocks_of(ones), blocks_of(others)
    weights = level_weights(max(levels_of(first_blocks), levels_of(second_blocks)), distance)
    observed, pairs = Fraction(0), 0
    reached: tuple[dict[int, tuple[int, Any]], dict[int, tuple[int, Any]]] = ({}, {})
    for one, other in zip(first_blocks, second_blocks, strict=True):
        reaching, reaching_other = one.reaching(len(weights)), other.reaching(len(weights))
        number, number_other = one.totals[:, None, None], other.totals[:, None, None]
        apart = reaching * (number_other - reaching_other) + (number - reaching) * reaching_other
        observed += Fraction(int(apart.sum(axis=(0, 2)) @ weights), one.boundaries)
        pairs += int(one.totals @ other.totals)
        reached[0][one.boundaries] = (int(one.totals.sum()), reaching.sum(axis=0).astype(object))
        reached[1][one.boundaries] = (int(other.totals.sum()), reaching_other.sum(axis=0).astype(object))
    expected = sum(
        (sliding_distance(reached[0][length], reached[1][other], weights) for length in reached[0] for other in reached[1]),
        Fraction(0),
    )
    if not expected:
        return None
    all_pairs = sum(count for count, _ in reached[0].values()) * sum(count for count, _ in reached[1].values())
    return 1 - (observed / pairs) / (expected / all_pairs)


def within_queries(block: Block, reaching: Integers, weights: Integers) -> Integers:
    """For each query the sum of distances over its unordered pairs, times the number of boundaries."""
    apart: Integers = (reaching * (block.totals[:, None, None] - reaching)).sum(axis=2) @ weights
    return apart


def total_disagreement(reached: Reached, weights: Integers) -> Any:
    """The sum of distances over all ordered pairs of annotations."""
    lengths = sorted(reached)
    total: Any = 0
    for number, short in enumerate(lengths):
        total += sliding_distance(reached[short], reached[short], weights)
        for long in lengths[number + 1 :]:
            total += 2 * sliding_distance(reached[short], reached[long], weights)
    return total


def sliding_distance(one: tuple[Any, Any], other: tuple[Any, Any], weights: Integers) -> Any:
    """The sum of distances between all annotations of one length and all of another (formula 6).

    The sum over all positions of the shorter on the longer: what each of its boundaries meets is a window of the longer's.
    """
    (number, short), (long_number, long) = sorted((one, other), key=lambda reached: int(reached[1].shape[-1]))
    size = int(short.shape[-1])
    positions = int(long.shape[-1]) - size + 1
    running = np.concatenate((np.zeros_like(long[..., :1]), long.cumsum(axis=-1)), axis=-1)
    window = running[..., positions:] - running[..., :size]
    if long.dtype == object:
        apart = short * (positions * long_number - window) + (number - short) * window
        return Fraction(int((apart.sum(axis=-1) * weights.astype(object)).sum()), positions * size)
    meeting = (positions * long_number)[..., None, None] - window
    apart = short * meeting + (number[..., None, None] - short) * window
    return apart.sum(axis=-1) @ weights / (positions * size)
