"""Random trees: how far two of them are apart, exactly, and how high they are.

Two trees are read side by side by the automaton of `tree_language`. How many pairs are d apart are the coefficients of a
polynomial: for each pair of states a polynomial counts the pairs of beginnings that lead there, and one more boundary multiplies it
by x^|a^k - b^k|. We evaluate it at roots of unity, a few at a time, and transform back: little memory, and no pair of trees is
ever listed. The coefficients are whole numbers far below what floats resolve, and it is checked that whole numbers come out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caesura.agreement.tree_language import Level, tree_language
from caesura.foundation import extra
from caesura.shapes import count_nested

Complex = NDArray[np.complex128]

# Points evaluated together: few enough that a table of state pairs stays near the processor.
_TOGETHER = 4


def tree_distances(boundaries: int, power: int) -> tuple[int, ...]:
    """How many ordered pairs of trees are 0, 1, 2, ... apart (the sum over the boundaries of |a^k - b^k|)."""
    levels = tree_language(boundaries)
    number = _furthest(levels, power) + 1
    steps = [(level, _step(level)) for level in levels]
    # A polynomial with real coefficients has conjugate values at conjugate points: half of them are enough.
    angles = np.arange(number // 2 + 1)
    values = [
        _values(steps, power, np.exp(-2j * np.pi * angles[start : start + _TOGETHER] / number))
        for start in range(0, len(angles), _TOGETHER)
    ]
    coefficients = np.fft.irfft(np.concatenate(values), number)
    counts = np.rint(coefficients)
    if np.abs(coefficients - counts).max() > 0.1 or sum(map(int, counts)) != count_nested(boundaries + 1) ** 2:
        raise ArithmeticError(f"the distances of trees over {boundaries + 1} words did not come out as whole numbers")
    return tuple(map(int, counts))


@cache
def tree_heights(words: int) -> dict[int, int]:
    """How many trees have each height; a single word counts as -1."""
    if words == 1:
        return {-1: 1}
    counts: dict[int, int] = {}
    for left_words in range(1, words):
        left_heights, right_heights = tree_heights(left_words), tree_heights(words - left_words)
        for left, ways in left_heights.items():
            for right, others in right_heights.items():
                height = 1 + max(left, right)
                counts[height] = counts.get(height, 0) + ways * others
    return dict(sorted(counts.items()))


def _values(steps: Sequence[tuple[Level, Any]], power: int, points: Complex) -> Complex:
    """The polynomial of all pairs of trees at these points."""
    table: Complex = np.ones((1, 1, len(points)), dtype=np.complex128)
    for level, step in steps:
        before, after = level.before, len(level.heights)
        first = (step @ table.reshape(before, -1)).reshape(after, before, -1)
        table = (step @ first.transpose(1, 0, 2).reshape(before, -1)).reshape(after, after, -1)
        raised = np.array(level.heights) ** power
        farthest = int(raised.max() - raised.min())
        powers = points[None, :] ** np.arange(farthest + 1)[:, None]
        table *= powers[np.abs(raised[:, None] - raised[None, :])]
    total: Complex = table.sum(axis=(0, 1))
    return total


def _step(level: Level) -> Any:
    """The sparse matrix that adds up, for each target, the rows of the states that lead to it."""
    with extra("measure"):
        from scipy.sparse import csr_array

    ones = np.ones(len(level.sources), dtype=np.complex128)
    return csr_array((ones, (level.targets, level.sources)), shape=(len(level.heights), level.before))


def _furthest(levels: Sequence[Level], power: int) -> int:
    """The largest distance of two trees: how many points the polynomial needs."""
    table = np.zeros((1, 1), dtype=np.int64)
    for level in levels:
        starts = np.unique(level.targets, return_index=True)[1]
        sources = np.array(level.sources)
        first = np.maximum.reduceat(table[sources], starts, axis=0)
        raised = np.array(level.heights) ** power
        table = np.maximum.reduceat(first[:, sources], starts, axis=1) + np.abs(raised[:, None] - raised[None, :])
    return int(table.max())
