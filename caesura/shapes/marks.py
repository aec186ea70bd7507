"""Segments as marked characters of a text, the way annotation tools store them: `new york times` with 0 to 8 marked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from caesura.foundation import InputError
from caesura.shapes.flat import Flat, Span
from caesura.shapes.nested import Nested
from caesura.shapes.words import word_offsets


def marks_of(text: str, spans: Iterable[Span]) -> tuple[Span, ...]:
    """The characters (first, one past the last) of spans of words."""
    places = word_offsets(text)
    return tuple((places[first][0], places[last - 1][1]) for first, last in spans)


def flat_from_marks(text: str, marks: Sequence[Span]) -> Flat:
    """The words under each mark together, every other word alone. Marks may take in spaces at their edges."""
    spans = sorted(marked_words(text, mark) for mark in marks)
    for (_, end), (start, _) in pairwise(spans):
        if start < end:
            raise InputError("two marks share a word", cure="segments do not overlap: keep one of them")
    return Flat.keeping(len(word_offsets(text)), spans)


def nested_from_marks(text: str, marks: Sequence[Span]) -> Nested:
    """The tree whose inner nodes are marked; the whole query need not be."""
    size = len(word_offsets(text))
    nodes = {span for mark in marks if (span := marked_words(text, mark))[1] - span[0] > 1} | ({(0, size)} if size > 1 else set())
    heights = [0] * (size - 1)
    whole: dict[int, tuple[int, int]] = {word: (word + 1, -1) for word in range(size)}  # start -> end and height of what is joined
    for start, end in sorted(nodes, key=lambda node: (node[1] - node[0], node)):
        middle, left = whole.get(start, (end, -1))
        last, right = whole.get(middle, (-1, -1))
        if last != end:
            raise InputError(
                f"words {start + 1} to {end} are not two parts",
                cure="mark every pair of neighbours that is joined, none across another",
            )
        heights[middle - 1] = 1 + max(left, right)
        whole[start] = (end, heights[middle - 1])
        del whole[middle]
    return Nested(tuple(heights))


def marked_words(text: str, mark: Span) -> Span:
    """The words under a mark, as (first, one past the last); one that cuts a word in two is an error."""
    start, end = mark
    if not 0 <= start < end <= len(text):
        raise InputError(f"a mark from character {start} to {end} in a text of {len(text)}", cure="marks lie inside the text")
    places = word_offsets(text)
    under = [word for word, (first, last) in enumerate(places) if first < end and last > start]
    if not under:
        raise InputError(f"a mark from character {start} to {end} holds no word", cure="mark words")
    first, last = under[0], under[-1]
    if places[first][0] < start or places[last][1] > end:
        raise InputError(f"'{text[start:end]}' is marked, which cuts a word in two", cure="mark whole words")
    return first, last + 1
