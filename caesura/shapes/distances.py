"""The distances d1 and d2 between two segmentations, flat or nested (Ramanath et al. 2013)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from caesura.foundation import InputError
from caesura.shapes.flat import Flat
from caesura.shapes.nested import Nested


def distance(one: Flat | Nested, other: Flat | Nested, power: int = 1) -> Fraction:
    """Mean over the boundaries of |a^k - b^k|; of unequal lengths the shorter is slid over the longer one.

    A one-word query has no boundary to compare and takes no part: it is an error here.
    """
    if isinstance(one, Flat) != isinstance(other, Flat):
        raise InputError("a flat and a nested segmentation have no distance", cure="compare shapes of one kind")
    if power not in (1, 2):
        raise InputError(f"no distance d{power}", cure="use 1 or 2")
    return sequence_distance(boundaries(one), boundaries(other), power)


def boundaries(shape: Flat | Nested) -> tuple[int, ...]:
    """The boundary variables: breaks of a flat segmentation, heights of a nested one."""
    return shape.breaks if isinstance(shape, Flat) else shape.heights


def sequence_distance(one: Sequence[int], other: Sequence[int], power: int) -> Fraction:
    """`distance` on bare boundary variables."""
    short, long = sorted((one, other), key=len)
    if not short:
        raise InputError("a one-word query has no boundaries to compare", cure="leave one-word queries out")
    positions = len(long) - len(short) + 1
    total = sum(
        abs(a**power - b**power) for start in range(positions) for a, b in zip(short, long[start : start + len(short)], strict=True)
    )
    return Fraction(total, positions * len(short))
