"""From a rule that splits spans to the tree, and the best tree for given values of its nodes.

One rule for ties, in every method: of equally good splits the one nearest the middle, and of two that are equally near the later
one. People prefer balanced trees (Ramanath et al. 2013), so where nothing is known the tree is as theirs would be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from caesura.shapes import Nested, Span

#: Start and end of a span -> the word at which its second half begins.
Split = Callable[[int, int], int]


def tree_by(size: int, split: Split) -> Nested:
    """The tree that comes from splitting the whole, then each half, down to single words."""
    heights = [0] * (size - 1)

    def fill(start: int, end: int) -> int:
        if end - start == 1:
            return -1
        middle = split(start, end)
        heights[middle - 1] = 1 + max(fill(start, middle), fill(middle, end))
        return heights[middle - 1]

    fill(0, size)
    return Nested(tuple(heights))


def preferred(span: Span, middles: Iterable[int]) -> int:
    """Of equally good places to split, the one nearest the middle; of two, the later."""
    start, end = span
    return min(middles, key=lambda middle: (abs(2 * middle - start - end), -middle))


def best_tree(size: int, value: Callable[[int, int], int]) -> Nested:
    """The tree with the highest sum of the values of its nodes, by dynamic programming over spans in O(n^3).

    Values are whole numbers, so that sums are exact and a tie is a tie.
    """
    best: dict[Span, int] = {(start, start + 1): 0 for start in range(size)}
    split_of: dict[Span, int] = {}
    for length in range(2, size + 1):
        for start in range(size - length + 1):
            end = start + length
            sums = {middle: best[start, middle] + best[middle, end] for middle in range(start + 1, end)}
            highest = max(sums.values())
            split_of[start, end] = preferred((start, end), (middle for middle, total in sums.items() if total == highest))
            best[start, end] = highest + value(start, end)
    return tree_by(size, lambda start, end: split_of[start, end])
