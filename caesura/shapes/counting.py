"""How many shapes there are, and all of them in turn, each made only when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import comb

from caesura.foundation import InputError
from caesura.shapes.flat import Flat
from caesura.shapes.nested import Nested
from caesura.shapes.words import MAX_WORDS


def count_flat(size: int) -> int:
    """2^(n-1)."""
    return 1 << (_checked(size) - 1)


@cache
def count_nested(size: int) -> int:
    """Catalan(n-1)."""
    return comb(2 * (_checked(size) - 1), size - 1) // size


def all_flat(size: int) -> Iterator[Flat]:
    """Every flat segmentation once, from one segment to every word alone, in the order of the masks."""
    return (Flat.from_mask(size, mask) for mask in range(count_flat(size)))


def all_nested(size: int) -> Iterator[Nested]:
    """Every tree once, the root moving from left to right."""
    return (Nested(heights) for heights in _all_heights(_checked(size) - 1))


def nested_at(size: int, index: int) -> Nested:
    """The tree at this place in the order of `all_nested`, without making the others."""
    if not 0 <= index < count_nested(size):
        raise InputError(f"no tree {index}, there are {count_nested(size)} over {size} words")
    return Nested(_heights_at(size, index))


def _all_heights(boundaries: int) -> Iterator[tuple[int, ...]]:
    if boundaries == 0:
        yield ()
        return
    for root in range(boundaries):
        for left in _all_heights(root):
            for right in _all_heights(boundaries - root - 1):
                yield (*left, 1 + max(max(left, default=-1), max(right, default=-1)), *right)


def _heights_at(size: int, index: int) -> tuple[int, ...]:
    if size == 1:
        return ()
    for left_words in range(1, size):
        block = count_nested(left_words) * count_nested(size - left_words)
        if index < block:
            break
        index -= block
    left_index, right_index = divmod(index, count_nested(size - left_words))
    left = _heights_at(left_words, left_index)
    right = _heights_at(size - left_words, right_index)
    return (*left, 1 + max(max(left, default=-1), max(right, default=-1)), *right)


def _checked(size: int) -> int:
    if not 1 <= size <= MAX_WORDS:
        raise InputError(f"{size} words, 1 to {MAX_WORDS} are possible")
    return size
