"""What can be asked for: words, windows of words, and mixtures of these. Small frozen values that print as Indri writes them.

`str` of a value is its text form, and `parse_query` reads it back to the same value.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from caesura.foundation import InputError

#: A word of the language holds no space, bracket or control character and does not begin like an operator.
_WORD = re.compile(r"[^\s()#\x00-\x1f\x7f][^\s()\x00-\x1f\x7f]*")

#: Wider windows than this mean nothing and would not fit the kernel's numbers.
WIDEST = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Term:
    """One word."""

    word: str

    def __post_init__(self) -> None:
        _check_word(self.word)

    @property
    def words(self) -> tuple[str, ...]:
        return (self.word,)

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class OrderedWindow:
    """`#1(new york)`: the words in this order, each at most `gap` places after the one before; 1 is the exact phrase."""

    words: tuple[str, ...]
    gap: int = 1

    def __post_init__(self) -> None:
        _check_window(self.words, self.gap, "od")

    def __str__(self) -> str:
        return f"#{'' if self.gap == 1 else 'od'}{self.gap}({' '.join(self.words)})"


@dataclass(frozen=True, slots=True)
class UnorderedWindow:
    """`#uw8(new york)`: all the words, in any order, within `size` places; one named twice is as if named once."""

    words: tuple[str, ...]
    size: int

    def __post_init__(self) -> None:
        _check_window(self.words, self.size, "uw")

    def __str__(self) -> str:
        return f"#uw{self.size}({' '.join(self.words)})"


#: What is counted in documents.
Part = Term | OrderedWindow | UnorderedWindow


@dataclass(frozen=True, slots=True)
class Combine:
    """`#combine(a b)`: all parts weigh the same. Without parts it is the empty query, which finds nothing."""

    parts: tuple[Query, ...] = ()

    def __str__(self) -> str:
        return f"#combine({' '.join(map(str, self.parts))})"


@dataclass(frozen=True, slots=True)
class Weight:
    """`#weight(.85 a .15 #1(a b))`: each part with its weight; only their ratios matter."""

    parts: tuple[Query, ...]
    weights: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.parts) != len(self.weights):
            raise InputError(f"#weight with {len(self.parts)} parts and {len(self.weights)} weights", cure="one weight per part")
        for weight in self.weights:
            if not (math.isfinite(weight) and weight >= 0):
                raise InputError(f"{weight} is not a weight", cure="weights are numbers of 0 or more")
        if self.weights and not 0 < sum(self.weights) < math.inf:
            raise InputError("the weights of #weight do not add up to anything", cure="give one part a weight above 0")

    def __str__(self) -> str:
        return f"#weight({' '.join(f'{weight!r} {part}' for weight, part in zip(self.weights, self.parts, strict=True))})"


Query = Part | Combine | Weight


def bag_of_words(words: tuple[str, ...] | list[str]) -> Combine:
    """All words, each weighing the same."""
    return Combine(tuple(Term(word) for word in words))


def _check_word(word: str) -> None:
    if not _WORD.fullmatch(word):
        raise InputError(
            f"{word!r} is not a word of the query language", cure="words have no spaces or brackets and do not begin with #"
        )


def _check_window(words: tuple[str, ...], size: int, operator: str) -> None:
    if not words:
        raise InputError(f"#{operator}{size} without words", cure=f"write #{operator}{size}(new york)")
    if not 1 <= size <= WIDEST:
        raise InputError(f"a window of {size} places", cure=f"from 1 to {WIDEST}")
    for word in words:
        _check_word(word)
