"""Bias 2: annotators prefer balanced trees, so theirs are lower than chance would make them (Ramanath et al. 2013, table 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from caesura.agreement.bias.segments import by_words
from caesura.agreement.bias.tally import SEED, TRIALS, Finding, Tally, chi_square, finding
from caesura.agreement.items import Item
from caesura.agreement.tree_chance import tree_heights
from caesura.shapes import count_nested


def expected_height(words: int) -> Fraction:
    """The mean height of a random tree: table 5's expected column."""
    return Fraction(sum(height * ways for height, ways in tree_heights(words).items()), count_nested(words))


def height_findings(
    items: Sequence[Item], other: Sequence[Item] | None = None, *, trials: int = TRIALS, seed: int = SEED
) -> list[Finding]:
    """The mean height of trees, overall and by length."""
    found = [
        finding(
            2,
            "height of the tree",
            "all" if words is None else f"{words} words",
            Tally.of([_height(item) for item in chosen], share=False),
            None if others is None else Tally.of([_height(item) for item in others], share=False),
            trials=trials,
            seed=seed,
        )
        for words, chosen, others in by_words(items, other)
    ]
    return [row for row in found if row is not None]


def height_distribution(items: Sequence[Item], other: Sequence[Item] | None = None) -> list[dict[str, object]]:
    """For each length the share of trees of each height, by chance, and in the second corpus (figure 3, C)."""
    rows: list[dict[str, object]] = []
    for words, chosen, others in by_words(items, other, overall=False):
        counts, other_counts = _counts(chosen), _counts(others or ())
        chance = {height: Fraction(ways, count_nested(words or 2)) for height, ways in tree_heights(words or 2).items()}
        test = chi_square([counts[height] for height in chance], [float(share) for share in chance.values()])
        for height, share in chance.items():
            rows.append(
                {
                    "words": words,
                    "height": height,
                    "annotations": counts[height],
                    "share": counts[height] / counts.total(),
                    "expected": float(share),
                    "other": other_counts[height] / other_counts.total() if other_counts else None,
                    "chi_square_p": None if test is None else test[2],
                    "w": None if test is None else test[3],
                }
            )
    return rows


def _counts(items: Sequence[Item]) -> Counter[int]:
    counts: Counter[int] = Counter()
    for item in items:
        for pattern, count in item.patterns:
            counts[max(pattern)] += count
    return counts


def _height(item: Item) -> tuple[float, float, float, float]:
    number = item.total
    mean, variance = _moments(item.boundaries + 1)
    return sum(max(pattern) * count for pattern, count in item.patterns), mean * number, variance * number, number


@cache
def _moments(words: int) -> tuple[float, float]:
    mean = expected_height(words)
    square = Fraction(sum(height * height * ways for height, ways in tree_heights(words).items()), count_nested(words))
    return float(mean), float(square - mean * mean)
