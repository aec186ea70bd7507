"""Trees without crossing edges: where two edges cross, the shorter one is lifted to its head's head (Nivre and Nilsson 2005)."""

from __future__ import annotations

from collections.abc import Sequence


def make_projective(heads: Sequence[int]) -> tuple[int, ...]:
    """The heads (0 = root) with as few and as short lifts as it takes; heads that do not cross come back as they are."""
    lifted = list(heads)
    while (word := _shortest_crossing(lifted)) is not None:
        lifted[word - 1] = lifted[lifted[word - 1] - 1]
    return tuple(lifted)


def is_projective(heads: Sequence[int]) -> bool:
    """Whether no two edges cross; an edge from the root crosses whatever passes over its word."""
    return _shortest_crossing(heads) is None


def _shortest_crossing(heads: Sequence[int]) -> int | None:
    """The word with the shortest edge over a word that hangs neither below the edge's head nor between its ends."""
    shortest, crossing = len(heads) + 1, None
    for word, head in enumerate(heads, start=1):
        low, high = min(word, head), max(word, head)
        # An edge from the root passes over nothing: whatever crosses it is found from the other side.
        if head and high - low < shortest and not all(_below(heads, other, head) for other in range(low + 1, high)):
            shortest, crossing = high - low, word
    return crossing


def _below(heads: Sequence[int], word: int, top: int) -> bool:
    for _step in range(len(heads) + 1):
        if word == top:
            return True
        if word == 0:
            return False
        word = heads[word - 1]
    return False
