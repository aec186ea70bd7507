"""Where arcs go: how high each one is, and in which order arcs meet a word. Shared by the terminal and the SVG drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Arc:
    """An edge between two words (from 0), `left` < `right`; `level` 1 is the lowest."""

    left: int
    right: int
    head: int
    level: int
    label: str

    @property
    def dependent(self) -> int:
        return self.left + self.right - self.head


def arcs(heads: Sequence[int], labels: Sequence[str]) -> list[Arc]:
    """All edges between words, the short ones first; an arc is higher than all it spans."""
    drawn: list[Arc] = []
    spans = [(min(word, head - 1), max(word, head - 1), head - 1, word) for word, head in enumerate(heads) if head]
    for left, right, head, word in sorted(spans, key=lambda span: (span[1] - span[0], span[0])):
        inside = [arc.level for arc in drawn if left <= arc.left and arc.right <= right]
        drawn.append(Arc(left, right, head, 1 + max(inside, default=0), labels[word] if labels else ""))
    return drawn


def ends(drawn: Sequence[Arc], word: int) -> list[Arc]:
    """The arcs that meet a word, from left to right: so ordered, projective arcs never cross a line that goes down.

    To the left the shortest comes first, to the right the longest.
    """
    to_left = sorted((arc for arc in drawn if arc.right == word), key=lambda arc: arc.right - arc.left)
    to_right = sorted((arc for arc in drawn if arc.left == word), key=lambda arc: arc.left - arc.right)
    return [*to_left, *to_right]
