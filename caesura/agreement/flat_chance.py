"""Random flat segmentations: every one of the 2^(n-1) equally likely, which is a fair coin at each boundary."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt


def flat_distances(boundaries: int) -> tuple[int, ...]:
    """How many ordered pairs of segmentations differ at 0, 1, 2, ... boundaries."""
    return tuple((1 << boundaries) * comb(boundaries, apart) for apart in range(boundaries + 1))


def segment_numbers(words: int) -> dict[int, Fraction]:
    """The probability of 1, 2, ... segments."""
    return {breaks + 1: Fraction(comb(words - 1, breaks), 1 << (words - 1)) for breaks in range(words)}


def length_deviations(words: int, segments: int) -> dict[float, Fraction]:
    """The population standard deviation of segment lengths, for two or three segments, and its probability.

    Given the number of segments, every way to place the breaks is equally likely.
    """
    ways: dict[float, int] = {}
    for lengths in _compositions(words, segments):
        value = deviation(lengths)
        ways[value] = ways.get(value, 0) + 1
    total = comb(words - 1, segments - 1)
    return {value: Fraction(number, total) for value, number in sorted(ways.items())}


def deviation(lengths: tuple[int, ...]) -> float:
    """Population standard deviation; one expression everywhere, so that equal lengths give equal floats."""
    number = len(lengths)
    return sqrt(number * sum(length * length for length in lengths) - sum(lengths) ** 2) / number


def _compositions(words: int, segments: int) -> list[tuple[int, ...]]:
    if segments == 1:
        return [(words,)]
    return [(first, *rest) for first in range(1, words - segments + 2) for rest in _compositions(words - first, segments - 1)]
