"""The best binary tree for given scores of its nodes: dynamic programming over spans."""

from __future__ import annotations

from collections.abc import Mapping

from caesura.shapes import Nested, Span

#: What a node costs that nobody drew.
_UNSEEN = -4.59511985013459


def best_tree(size: int, scores: Mapping[Span, float], unseen: float = _UNSEEN) -> Nested:
    """The tree whose inner nodes (all but the root) have the highest sum of scores; of equals, the earlier split."""
    best: dict[Span, float] = {(start, start + 1): 0.0 for start in range(size)}
    split: dict[Span, int] = {}
    for length in range(2, size + 1):
        for start in range(size - length + 1):
            end = start + length
            inner, at = max(
                ((best[start, middle] + best[middle, end], -middle) for middle in range(start + 1, end)),
                key=lambda candidate: (round(candidate[0], 9), candidate[1]),
            )
            split[start, end] = -at
            best[start, end] = inner + (scores.get((start, end), unseen) if length < size else 0.0)
    heights = [0] * (size - 1)
    _fill(heights, split, 0, size)
    return Nested(tuple(heights))


def _fill(heights: list[int], split: Mapping[Span, int], start: int, end: int) -> int:
    """Write the heights of the nodes below a span and return its own; a word counts as -1."""
    if end - start == 1:
        return -1
    middle = split[start, end]
    height = 1 + max(_fill(heights, split, start, middle), _fill(heights, split, middle, end))
    heights[middle - 1] = height
    return height
