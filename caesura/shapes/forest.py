"""Syntactic forests: n heads (0 = root) and tags; contiguous, projective trees, one per syntactic segment."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from caesura.foundation import InputError
from caesura.shapes.flat import Flat
from caesura.shapes.words import MAX_WORDS


@dataclass(frozen=True, slots=True)
class Forest:
    """`Forest((2, 0, 0), ("ADJ", "NOUN", "NOUN"))`: word 1 hangs on word 2, words 2 and 3 are roots of two segments.

    Labels (relations) are as many as words, or none where they are not known.
    """

    heads: tuple[int, ...]
    tags: tuple[str, ...]
    labels: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("heads", "tags", "labels"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        if len(self.heads) > MAX_WORDS:
            raise InputError(f"{len(self.heads)} words, at most {MAX_WORDS} are possible")
        if len(self.tags) != len(self.heads):
            raise InputError(f"{len(self.tags)} tags for {len(self.heads)} words")
        if self.labels and len(self.labels) != len(self.heads):
            raise InputError(f"{len(self.labels)} labels for {len(self.heads)} words")
        _trees(self.heads)

    @property
    def size(self) -> int:
        """Number of words."""
        return len(self.heads)

    @property
    def roots(self) -> tuple[int, ...]:
        """Words (from 0) that are roots, one per segment."""
        return tuple(i for i, head in enumerate(self.heads) if head == 0)

    @property
    def segments(self) -> Flat:
        """The flat segmentation: one segment per tree."""
        if not self.heads:
            raise InputError("a forest of no words has no segmentation")
        tree = _trees(self.heads)
        return Flat(tuple(int(one != other) for one, other in pairwise(tree)))

    @property
    def depths(self) -> tuple[int, ...]:
        """Edges from each word up to its root."""
        depths = []
        for word in range(self.size):
            depth, head = 0, self.heads[word]
            while head:
                depth, head = depth + 1, self.heads[head - 1]
            depths.append(depth)
        return tuple(depths)


def _trees(heads: tuple[int, ...]) -> list[int]:
    """The root above each word; an error where the heads are not contiguous, projective trees."""
    size = len(heads)
    for word, head in enumerate(heads, start=1):
        if not 0 <= head <= size or head == word:
            raise InputError(f"word {word} has head {head}, possible are 0 (root) and the other words 1 to {size}")
    roots: list[int] = []
    for word in range(1, size + 1):
        above, climbed = word, 0
        while heads[above - 1]:
            above, climbed = heads[above - 1], climbed + 1
            if climbed > size:
                raise InputError(f"the heads form a cycle above word {word}", cure="each tree needs one root with head 0")
        roots.append(above)
    for place, (before, here) in enumerate(pairwise(roots), start=2):
        if before != here and here in roots[: place - 1]:
            raise InputError(
                f"the tree of word {here} is not contiguous at word {place}", cure="words between must be in the same tree"
            )
    for word, head in enumerate(heads, start=1):
        if head:
            low, high = min(word, head), max(word, head)
            for other in range(low + 1, high):
                if not low <= heads[other - 1] <= high:
                    raise InputError(f"the edges of words {word} and {other} cross", cure="trees must be projective")
    return roots
