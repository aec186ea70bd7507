"""Answers of annotators as templates draw them: pills for flat ones, boxes for trees."""

from __future__ import annotations

from caesura.campaign.tasks.syntax import shape as forest_of
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


def trees(answer: str) -> tuple[Words, tuple[int, ...], tuple[str, ...]] | None:
    """The words of a forest's answer, its breaks, and the word above each ("" for a root); None where it is malformed."""
    words = tuple(part.rpartition(":")[0] for part in answer.split())
    try:
        forest = forest_of(words, answer)
    except InputError:
        return None
    return words, forest.segments.breaks, tuple(words[head - 1] if head else "" for head in forest.heads)


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
