r"""Pipe form: `new york|times`. A `|` inside a word is written `\|`.

A backslash stands for itself unless `|`, another backslash or the end of its word follows; there it is doubled, so
that every word prints and parses back, whatever it holds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from caesura.foundation import InputError
from caesura.shapes.flat import Flat
from caesura.shapes.words import MAX_WORDS, Words, same_words, shown

# A bar, or an escaped bar or backslash, which is skipped as one piece.
_BAR = re.compile(r"\\[|\\]|\|")
_ESCAPED = re.compile(r"\\([|\\])")
_TO_ESCAPE = re.compile(r"\\(?=[\\|]|$)|\|")


def print_pipe(words: Sequence[str], flat: Flat) -> str:
    return "|".join(" ".join(map(_escape, segment)) for segment in flat.segments(words))


def parse_pipe(text: str, words: Words | None = None) -> tuple[Words, Flat]:
    """Words and breaks; with `words` given, these must be the text's."""
    segments = [piece.split() for piece in _pieces(text)]
    if not all(segments):
        raise InputError(
            f"empty segment at character {_place_of_empty(text)} of {shown(text)}", cure=r"write a bar inside a word as \|"
        )
    query_words = tuple(word for segment in segments for word in segment)
    if len(query_words) > MAX_WORDS:
        raise InputError(f"{shown(text)} has {len(query_words)} words, at most {MAX_WORDS} are possible")
    if "\\" in text:
        query_words = tuple(_ESCAPED.sub(r"\1", word) for word in query_words)
    if words is not None:
        same_words(query_words, words, " ".join(words))
    return query_words, Flat.from_lengths(map(len, segments))


def _pieces(text: str) -> list[str]:
    """What stands between the bars that are not escaped."""
    if "\\" not in text:
        return text.split("|")
    pieces, start = [], 0
    for bar in _BAR.finditer(text):
        if bar.group() == "|":
            pieces.append(text[start : bar.start()])
            start = bar.end()
    return [*pieces, text[start:]]


def _place_of_empty(text: str) -> int:
    place = 1
    for piece in _pieces(text):
        if not piece.strip():
            break
        place += len(piece) + 1
    return place


def _escape(word: str) -> str:
    return _TO_ESCAPE.sub(r"\\\g<0>", word) if "|" in word or "\\" in word else word
