"""Flat segmentations: n-1 boundary variables, 1 = break."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from caesura.foundation import InputError
from caesura.shapes.words import MAX_WORDS, Words

Span = tuple[int, int]

_POSSIBLE = frozenset((0, 1))


@dataclass(frozen=True, slots=True)
class Flat:
    """A cut of n words into segments: `Flat((0, 1, 0))` keeps words 1-2 and 3-4 together."""

    breaks: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "breaks", tuple(self.breaks))
        if not _POSSIBLE.issuperset(self.breaks):
            raise InputError(f"breaks must be 0 or 1, not {list(self.breaks)}")
        if len(self.breaks) >= MAX_WORDS:
            raise InputError(f"{len(self.breaks) + 1} words, at most {MAX_WORDS} are possible")

    @classmethod
    def together(cls, size: int) -> Flat:
        """All words in one segment."""
        return cls((0,) * _checked(size))

    @classmethod
    def apart(cls, size: int) -> Flat:
        """Every word alone (the thesis calls such a query unsegmented)."""
        return cls((1,) * _checked(size))

    @classmethod
    def from_mask(cls, size: int, mask: int) -> Flat:
        """Bit i set = break behind word i+1."""
        between = _checked(size)
        if not 0 <= mask < 1 << between:
            raise InputError(f"mask {mask} does not fit {size} words")
        return cls(tuple(mask >> i & 1 for i in range(between)))

    @classmethod
    def from_lengths(cls, lengths: Iterable[int]) -> Flat:
        """From segment lengths: `(2, 2, 1)` -> `a b|c d|e`."""
        breaks: list[int] = []
        for length in lengths:
            if length < 1:
                raise InputError(f"a segment of {length} words")
            breaks += [0] * (length - 1) + [1]
        if not breaks:
            raise InputError("a segmentation of no words")
        return cls(tuple(breaks[:-1]))

    @classmethod
    def keeping(cls, size: int, spans: Iterable[Span]) -> Flat:
        """The words of each span together, every other word alone."""
        breaks = [1] * _checked(size)
        for start, end in spans:
            breaks[start : end - 1] = [0] * (end - 1 - start)
        return cls(tuple(breaks))

    @property
    def size(self) -> int:
        """Number of words."""
        return len(self.breaks) + 1

    @property
    def mask(self) -> int:
        return sum(value << i for i, value in enumerate(self.breaks))

    @property
    def spans(self) -> tuple[Span, ...]:
        """Segments as (first word, one past the last), counted from 0: segments are spans, not strings."""
        edges = [0, *(i for i, value in enumerate(self.breaks, start=1) if value), self.size]
        return tuple(pairwise(edges))

    @property
    def lengths(self) -> tuple[int, ...]:
        return tuple(end - start for start, end in self.spans)

    @property
    def is_segmented(self) -> bool:
        """False where every word stands alone."""
        return 0 in self.breaks

    def segments(self, words: Sequence[str]) -> tuple[Words, ...]:
        """The words of each segment."""
        if len(words) != self.size:
            raise InputError(f"{len(words)} words for a segmentation of {self.size}")
        return tuple(tuple(words[start:end]) for start, end in self.spans)


def _checked(size: int) -> int:
    if not 1 <= size <= MAX_WORDS:
        raise InputError(f"{size} words, 1 to {MAX_WORDS} are possible")
    return size - 1
