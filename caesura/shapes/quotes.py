r"""Quote form: `"new york" times`. Words outside quotes stand alone; a quote inside a word is written `\"`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from caesura.foundation import InputError
from caesura.shapes.flat import Flat
from caesura.shapes.words import MAX_WORDS, Words, same_words, shown

_WORD = re.compile(r'(?:\\["\\]|[^"\s])+')
_ESCAPED = re.compile(r'\\(["\\])')
_TO_ESCAPE = re.compile(r'\\(?=[\\"]|$)|"')


def print_quotes(words: Sequence[str], flat: Flat, *, every: bool = False) -> str:
    """Segments of two words and more in quotes; with `every`, single words too (as Bergsma and Wang write them)."""
    parts = []
    for segment in flat.segments(words):
        text = " ".join(map(_escape, segment))
        parts.append(f'"{text}"' if every or len(segment) > 1 else text)
    return " ".join(parts)


def parse_quotes(text: str, words: Words | None = None) -> tuple[Words, Flat]:
    """Words and breaks; an odd number of quotes is an error that names the query and the position."""
    query_words: list[str] = []
    lengths: list[int] = []
    opened: int | None = None  # where the open quote stands
    inside = 0
    position = 0
    while position < len(text):
        if text[position].isspace():
            position += 1
        elif text[position] == '"':
            if opened is None:
                _at_edge(text, position - 1, position)
                opened, inside = position, 0
            else:
                if not inside:
                    raise InputError(f"empty quotes at character {opened + 1} of {shown(text)}")
                _at_edge(text, position + 1, position)
                lengths.append(inside)
                opened = None
            position += 1
        else:
            match = _WORD.match(text, position)
            assert match is not None  # neither space nor quote stands here, so a word does
            query_words.append(_ESCAPED.sub(r"\1", match.group()))
            if opened is None:
                lengths.append(1)
            else:
                inside += 1
            position = match.end()
    if opened is not None:
        raise InputError(
            f"the quote at character {opened + 1} of {shown(text)} is never closed",
            cure=r"quotes come in pairs; write a quote inside a word as \"",
        )
    if not query_words:
        raise InputError("a segmentation without words", cure="leave empty queries out")
    if len(query_words) > MAX_WORDS:
        raise InputError(f"{shown(text)} has {len(query_words)} words, at most {MAX_WORDS} are possible")
    if words is not None:
        same_words(tuple(query_words), words, " ".join(words))
    return tuple(query_words), Flat.from_lengths(lengths)


def _at_edge(text: str, neighbour: int, quote: int) -> None:
    """A quote stands at the edge of a word: beside a space, another quote or the end of the text."""
    if 0 <= neighbour < len(text) and not text[neighbour].isspace() and text[neighbour] != '"':
        raise InputError(
            f"the quote at character {quote + 1} of {shown(text)} stands inside a word",
            cure=r"set it off with a space, or write \" if it belongs to the word",
        )


def _escape(word: str) -> str:
    return _TO_ESCAPE.sub(r"\\\g<0>", word) if '"' in word or "\\" in word else word
