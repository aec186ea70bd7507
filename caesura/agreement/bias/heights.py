"""Bias 2: annotators prefer balanced trees, so theirs are lower than chance would make them (Ramanath et al. 2013, table 5)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from caesura.agreement.bias.distribution import Rows, by_words, distribution
from caesura.agreement.bias.tally import SEED, TRIALS, Finding, Tally, finding
from caesura.agreement.items import AnnotatedQuery
from caesura.agreement.tree_chance import tree_heights
from caesura.shapes import count_nested


def expected_height(words: int) -> Fraction:
    """The mean height of a random tree: table 5's expected column."""
    return Fraction(sum(height * ways for height, ways in tree_heights(words).items()), count_nested(words))


def height_findings(
    items: Sequence[AnnotatedQuery], other: Sequence[AnnotatedQuery] | None = None, *, trials: int = TRIALS, seed: int = SEED
) -> list[Finding]:
    """The mean height of trees, overall and by length."""
    findings = [
        finding(
            2,
            "height of the tree",
            "all" if words is None else f"{words} words",
            Tally.of([_height(item) for item in own], share=False),
            None if others is None else Tally.of([_height(item) for item in others], share=False),
            trials=trials,
            seed=seed,
        )
        for words, own, others in by_words(items, other)
    ]
    return [row for row in findings if row is not None]


def height_distribution(items: Sequence[AnnotatedQuery], other: Sequence[AnnotatedQuery] | None = None) -> Rows:
    """For each length the share of trees of each height, by chance, and in the second corpus (figure 3, C)."""
    return distribution("height", max, _height_shares, items, other)


def _height_shares(words: int) -> dict[int, Fraction]:
    return {height: Fraction(ways, count_nested(words)) for height, ways in tree_heights(words).items()}


def _height(item: AnnotatedQuery) -> tuple[float, float, float, float]:
    number = item.total
    mean, variance = _moments(item.boundaries + 1)
    return sum(max(pattern) * count for pattern, count in item.patterns), mean * number, variance * number, number


@cache
def _moments(words: int) -> tuple[float, float]:
    mean = expected_height(words)
    square = Fraction(sum(height * height * ways for height, ways in tree_heights(words).items()), count_nested(words))
    return float(mean), float(square - mean * mean)
