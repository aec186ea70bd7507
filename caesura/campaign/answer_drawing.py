"""Answers of annotators as templates draw them: pills for flat ones, boxes for trees."""

from __future__ import annotations

from caesura.foundation import InputError
from caesura.shapes import Words, nodes, parse_brackets, parse_pipe

#: A word, or two pieces that were joined.
Piece = str | tuple["Piece", "Piece"]


def pills(answer: str) -> tuple[Words, tuple[int, ...]] | None:
    """The words and breaks of a flat answer; None where it is malformed."""
    try:
        words, flat = parse_pipe(answer)
    except InputError:
        return None
    return words, flat.breaks


def pieces(answer: str) -> Piece | None:
    """The tree of a nested answer; None where it is malformed."""
    try:
        words, nested = parse_brackets(answer)
    except InputError:
        return None
    made: dict[tuple[int, int], Piece] = {(place, place + 1): word for place, word in enumerate(words)}
    for start, boundary, end in nodes(nested.heights):
        made[start, end] = (made[start, boundary + 1], made[boundary + 1, end])
    return made[0, len(words)]
