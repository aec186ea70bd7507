"""Nested segmentations: strictly binary trees, written as the height at which neighbouring words are joined."""

from __future__ import annotations

from dataclasses import dataclass

from caesura.foundation import InputError
from caesura.shapes.flat import Flat, Span
from caesura.shapes.words import MAX_WORDS


@dataclass(frozen=True, slots=True)
class Nested:
    """A binary tree over n words: boundary i carries the height of the node that joins word i to word i+1.

    `Nested((0, 2, 0, 1, 0))` is `((apply first) ((aid course) (on line)))`. The unique maximum is the root, so heights
    and trees are one to one; heights of no tree are an error.
    """

    heights: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "heights", tuple(self.heights))
        if len(self.heights) >= MAX_WORDS:
            raise InputError(f"{len(self.heights) + 1} words, at most {MAX_WORDS} are possible")
        nodes(self.heights)

    @property
    def size(self) -> int:
        """Number of words."""
        return len(self.heights) + 1

    @property
    def height(self) -> int:
        """Height of the root; a single word counts as -1."""
        return max(self.heights, default=-1)

    @property
    def spans(self) -> tuple[Span, ...]:
        """The words each inner node covers, as (first, one past the last), children before their parent."""
        return tuple((start, end) for start, _, end in nodes(self.heights))

    def cut(self, level: int) -> Flat:
        """Break at every boundary of this height or more: `cut(0)` is every word alone, `cut(height + 1)` one segment."""
        return Flat(tuple(int(height >= level) for height in self.heights))

    def is_compatible(self, flat: Flat) -> bool:
        """Whether each of the flat one's segments is a node of this tree, so that none crosses a bracket."""
        if flat.size != self.size:
            raise InputError(f"a segmentation of {flat.size} words and a tree of {self.size}")
        edge = self.height + 1
        for start, end in flat.spans:
            if end - start > 1:
                inner = max(self.heights[start : end - 1])
                left = self.heights[start - 1] if start else edge
                right = self.heights[end - 1] if end < self.size else edge
                # A run of words is a node exactly if both boundaries beside it are joined later than all within.
                if min(left, right) <= inner:
                    return False
        return True


def nodes(heights: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """The tree's inner nodes as (first word, boundary, one past the last word), children before their parent.

    The boundary is an index into `heights`. Heights of no tree are an error that shows where.
    """
    nodes: list[tuple[int, int, int]] = []
    # Depth first with a stack of our own: a comb of 64 words is deep, and fuzzed input may be longer.
    pending: list[tuple[int, int, bool]] = [(0, len(heights), False)]
    while pending:
        start, end, seen = pending.pop()
        if start == end:
            continue
        top = max(heights[start:end])
        at = heights.index(top, start, end)
        left = max(heights[start:at], default=-1)
        right = max(heights[at + 1 : end], default=-1)
        if top != 1 + max(left, right):
            raise InputError(
                f"{list(heights)} is not a binary tree's: boundary {at + 1} has height {top}, "
                f"a node over parts of height {left} and {right} has {1 + max(left, right)}",
                cure="every node is one higher than its higher child, a word counts as -1",
            )
        if seen:
            nodes.append((start, at, end + 1))
        else:
            pending += [(start, end, True), (at + 1, end, False), (start, at, False)]
    return nodes
