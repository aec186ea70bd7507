r"""Pipe form: `new york|times`. A `|` inside a word is written `\|`.

A backslash stands for itself unless `|`, another backslash or the end of its word follows; there it is doubled, so
that every word prints and parses back, whatever it holds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from caesura.errors import InputError
from caesura.shapes.flat import Flat
from caesura.shapes.words import MAX_WORDS, Words, same_words, shown

# What may stand between two bars: anything, with \| and \\ read as one piece.
_PIECE = re.compile(r"(?:\\[|\\]|[^|])+")
_ESCAPED = re.compile(r"\\([|\\])")
_TO_ESCAPE = re.compile(r"\\(?=[\\|]|$)|\|")


def print_pipe(words: Sequence[str], flat: Flat) -> str:
    return "|".join(" ".join(map(_escape, segment)) for segment in flat.segments(words))


def parse_pipe(text: str, words: Words | None = None) -> tuple[Words, Flat]:
    """Words and breaks; with `words` given, these must be the text's."""
    found: list[str] = []
    breaks: list[int] = []
    position = 0
    while True:
        piece = _PIECE.match(text, position)
        here = piece.group().split() if piece else []
        if not here:
            raise InputError(f"empty segment at character {position + 1} of {shown(text)}", cure=r"write a bar inside a word as \|")
        found += here
        breaks += [0] * (len(here) - 1) + [1]
        position = piece.end() if piece else position
        if position == len(text):
            break
        position += 1
    if len(found) > MAX_WORDS:
        raise InputError(f"{shown(text)} has {len(found)} words, at most {MAX_WORDS} are possible")
    result = tuple(map(_unescape, found)) if "\\" in text else tuple(found)
    if words is not None:
        same_words(result, words, " ".join(words))
    return result, Flat(tuple(breaks[:-1]))


def _escape(word: str) -> str:
    return _TO_ESCAPE.sub(r"\\\g<0>", word) if "|" in word or "\\" in word else word


def _unescape(word: str) -> str:
    return _ESCAPED.sub(r"\1", word)
