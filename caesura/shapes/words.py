"""Words: what stands between spaces, nothing dropped, with their place in the text; and the separators between them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from caesura.foundation import InputError

Words = tuple[str, ...]

#: Longer queries are refused: they are pasted text, and a break mask must fit 64 bits.
MAX_WORDS = 64

# `\S+` and str.split() agree on what a space is (str.isspace), so words and offsets always match.
_WORD = re.compile(r"\S+")

#: What separates at the edge of a word, as folding leaves it: comma, semicolon, colon, bar, and the commas of other scripts.
SEPARATORS = ",;:|\u3001\u060c\u061b"


def split_words(text: str) -> Words:
    """`split_words("gym & fitness")` -> `("gym", "&", "fitness")`."""
    if not isinstance(text, str):
        raise InputError(f"a query is a string, not {type(text).__name__}", cure="leave missing values out, or convert them")
    words = tuple(text.split())
    if len(words) > MAX_WORDS:
        raise InputError(
            f"the query {shown(text)} has {len(words)} words, at most {MAX_WORDS} are possible", cure="cut it or leave it out"
        )
    return words


def query_words(text: str) -> Words:
    """As `split_words`, for texts that must hold at least one word."""
    words = split_words(text)
    if not words:
        raise InputError("a query without words", cure="leave empty queries out")
    return words


def word_offsets(text: str) -> tuple[tuple[int, int], ...]:
    """Start and end of each word in the text, in characters."""
    return tuple(match.span() for match in _WORD.finditer(text))


@lru_cache(maxsize=65536)
def fold(word: str) -> str:
    """The form under which a word is looked up: NFKC, lower case.

    NFKC turns a few characters into a space and an accent; such spaces are taken out, or one word would be two. What
    then stands together, and what lower case makes, is normalised once more: folding a folded word changes nothing.
    """
    if word.isascii():
        return word.lower()
    joined = "".join(unicodedata.normalize("NFKC", word).split())
    return unicodedata.normalize("NFKC", joined.lower())


def bare(word: str) -> str:
    """The word without leading and trailing punctuation, or as it is where nothing else would be left."""
    start, end = 0, len(word)
    while start < end and not word[start].isalnum():
        start += 1
    while end > start and not word[end - 1].isalnum():
        end -= 1
    return word[start:end] or word


@lru_cache(maxsize=65536)
def lookup_forms(folded: str) -> tuple[str, str, str]:
    """The forms under which a folded word is looked up: as typed, without separators at its edges, and bare (`&` as `and`)."""
    if folded[:1].isalnum() and folded[-1].isalnum():
        return folded, folded, folded
    return folded, folded.strip(SEPARATORS) or folded, "and" if folded == "&" else bare(folded)


def separator_places(words: Sequence[str]) -> int:
    """Where separators stand, as a mask: bit i is set where one stands between word i and the next.

    That is a comma, semicolon, colon or bar at the edge of a word, or a word without letters and digits (`&`, `+`, `-`).
    """
    mask = 0
    for number, word in enumerate(words):
        if word.isascii() and word[0].isalnum() and word[-1].isalnum():
            continue
        before, behind = _separates(fold(word))
        mask |= (before << number >> 1) | (behind << number)
    return mask & ((1 << (len(words) - 1)) - 1) if words else 0


@lru_cache(maxsize=65536)
def _separates(folded: str) -> tuple[bool, bool]:
    """Whether a folded word is separated from the one before, and from the one behind it."""
    letters = [place for place, letter in enumerate(folded) if letter.isalnum()]
    if not letters:
        return True, True
    return any(c in SEPARATORS for c in folded[: letters[0]]), any(c in SEPARATORS for c in folded[letters[-1] + 1 :])


def shown(text: str) -> str:
    """A text as an error message shows it: quoted, and cut where it is very long."""
    return f"'{text}'" if len(text) <= 120 else f"'{text[:117]}...'"


def same_words(words: Words, expected: Words, query: str) -> None:
    """Error naming the query and the first word that is not the query's."""
    if words == expected:
        return
    for position, (one, other) in enumerate(zip(words, expected, strict=False), start=1):
        if one != other:
            problem = f"word {position} is {shown(one)}, the query {shown(query)} has {shown(other)} there"
            break
    else:
        problem = f"it has {len(words)} words, the query {shown(query)} has {len(expected)}"
    raise InputError(problem, cure="a segmentation must print the query's words unchanged")
