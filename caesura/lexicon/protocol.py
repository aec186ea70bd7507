"""What every lexicon can answer, whatever holds its n-grams.

Words come as they were typed, already split. One rule finds them, the same in every lexicon: the n-gram is looked up with its
words folded, with separators taken off their edges, and bare (`lookup_forms`). The largest count counts, and it is a title if one
of the forms is: punctuation at the edge of a word never hides what is known about it. `as_typed` looks up the folded words alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

#: Counts go up to this many words; titles may be longer.
LONGEST_COUNTED = 5

#: The largest count a lexicon holds.
LARGEST_COUNT = 2**64 - 1


#: Count and whether it is a title.
NgramEntry = tuple[int, bool]


class LexiconLike(Protocol):
    """Counts of word n-grams, and titles: all that a segmenter asks for."""

    @property
    def total(self) -> int:
        """N: the sum of all one-word counts, or what the lexicon's maker stated instead."""
        ...

    @property
    def longest(self) -> int:
        """Words in the longest entry: nothing longer needs to be asked for."""
        ...

    def count(self, words: Sequence[str]) -> int:
        """How often the words stand next to each other; 0 where that is not known."""
        ...

    def is_title(self, words: Sequence[str]) -> bool:
        """Whether the words are the title of something."""
        ...

    def lookup(self, words: Sequence[str], *, as_typed: bool = False) -> tuple[int, bool]:
        """Count and title in one step."""
        ...

    def lookup_spans(self, words: Sequence[str], *, as_typed: bool = False) -> list[list[NgramEntry]]:
        """Count and title of every run of two and more words (up to the longest entry): row i holds those from word i on."""
        ...


def spans_one_by_one(lookup: Callable[[Sequence[str]], NgramEntry], words: Sequence[str], longest: int) -> list[list[NgramEntry]]:
    """What `lookup_spans` gives, one look-up at a time."""
    size = len(words)
    return [[lookup(words[start:end]) for end in range(start + 2, min(size, start + longest) + 1)] for start in range(size - 1)]
