r"""Bracket form: `((apply first) ((aid course) (on line)))`. A bracket inside a word is written `\(` or `\)`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from caesura.foundation import InputError
from caesura.shapes.nested import Nested, nodes
from caesura.shapes.words import MAX_WORDS, Words, same_words, shown

_TOKEN = re.compile(r"[()]|(?:\\[()\\]|[^()\s])+")
_ESCAPED = re.compile(r"\\([()\\])")
_TO_ESCAPE = re.compile(r"\\(?=[\\()]|$)|[()]")
_CURE = r"a bracket joins exactly two words or brackets; write a bracket inside a word as \( or \)"


def print_brackets(words: Sequence[str], nested: Nested) -> str:
    if len(words) != nested.size:
        raise InputError(f"{len(words)} words for a tree of {nested.size}")
    pieces = [_TO_ESCAPE.sub(r"\\\g<0>", word) for word in words]
    for start, _, end in nodes(nested.heights):
        pieces[start] = "(" + pieces[start]
        pieces[end - 1] += ")"
    return " ".join(pieces)


def parse_brackets(text: str, words: Words | None = None) -> tuple[Words, Nested]:
    """Words and tree; anything but a strictly binary tree is an error that names the position."""
    read: list[str] = []
    heights: list[int] = []
    # One entry per open bracket: where it stands, the heights of its parts so far, and the boundary between them.
    stack: list[tuple[int, list[int], list[int]]] = [(-1, [], [])]
    for match in _TOKEN.finditer(text):
        piece, position = match.group(), match.start()
        if piece == "(":
            _joins(text, stack[-1], heights, position)
            stack.append((position, [], []))
            continue
        if piece == ")":
            opened, parts, at = stack.pop()
            if not stack:
                raise InputError(f"the bracket at character {position + 1} of {shown(text)} was never opened", cure=_CURE)
            if len(parts) != 2:
                raise InputError(f"the bracket at character {opened + 1} of {shown(text)} has {len(parts)} part(s)", cure=_CURE)
            height = 1 + max(parts)
            heights[at[0]] = height
        else:
            _joins(text, stack[-1], heights, position)
            read.append(_ESCAPED.sub(r"\1", piece))
            height = -1
        stack[-1][1].append(height)
    opened, parts, _ = stack.pop()
    if stack:
        raise InputError(f"the bracket at character {opened + 1} of {shown(text)} is never closed", cure=_CURE)
    if len(parts) != 1:
        raise InputError(f"{shown(text)} is not one tree" if parts else "a tree without words", cure=_CURE)
    if len(read) > MAX_WORDS:
        raise InputError(f"{shown(text)} has {len(read)} words, at most {MAX_WORDS} are possible")
    if words is not None:
        same_words(tuple(read), words, " ".join(words))
    return tuple(read), Nested(tuple(heights))


def _joins(text: str, open_bracket: tuple[int, list[int], list[int]], heights: list[int], position: int) -> None:
    """A second part is about to begin: the boundary before it belongs to this bracket."""
    opened, parts, at = open_bracket
    if len(parts) == 1 and opened >= 0:
        at.append(len(heights))
        heights.append(0)
    elif parts:
        raise InputError(f"one part too many at character {position + 1} of {shown(text)}", cure=_CURE)
