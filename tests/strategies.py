"""Hypothesis strategies for the values every room trades in."""

from __future__ import annotations

from hypothesis import strategies as st

from caesura.shapes import MAX_WORDS, Flat, Forest, Nested, Words, count_nested
from caesura.shapes.counting import nested_at

#: Words that try the parsers: the characters of every form, backslashes, quotes, spaces of no width, letters of all kinds.
tricky_words = st.one_of(
    st.text(st.sampled_from("ab|\"\\()'.-#éß日𝒳\u200b"), min_size=1, max_size=6),
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=6),
).filter(lambda word: word.split() == [word])


def words(max_size: int = 8) -> st.SearchStrategy[Words]:
    return st.lists(tricky_words, min_size=1, max_size=max_size).map(tuple)


def flats(size: int) -> st.SearchStrategy[Flat]:
    return st.integers(0, (1 << (size - 1)) - 1).map(lambda mask: Flat.from_mask(size, mask))


def nesteds(size: int) -> st.SearchStrategy[Nested]:
    return st.integers(0, count_nested(size) - 1).map(lambda index: nested_at(size, index))


@st.composite
def words_and_flat(draw: st.DrawFn, max_size: int = 8) -> tuple[Words, Flat]:
    drawn = draw(words(max_size))
    return drawn, draw(flats(len(drawn)))


@st.composite
def words_and_nested(draw: st.DrawFn, max_size: int = 8) -> tuple[Words, Nested]:
    drawn = draw(words(max_size))
    return drawn, draw(nesteds(len(drawn)))


@st.composite
def forests(draw: st.DrawFn, max_size: int = 8) -> Forest:
    """Projective trees side by side: within a segment, heads come from a random binary cut."""
    size = draw(st.integers(1, min(max_size, MAX_WORDS)))
    heads = [0] * size
    for start, end in draw(flats(size)).spans:
        _attach(draw, heads, start, end, 0)
    tags = tuple(draw(st.lists(st.sampled_from(("NOUN", "VERB", "ADP", "")), min_size=size, max_size=size)))
    labels = tuple(draw(st.lists(st.sampled_from(("obj", "nsubj")), min_size=size, max_size=size))) if draw(st.booleans()) else ()
    return Forest(tuple(heads), tags, labels)


def _attach(draw: st.DrawFn, heads: list[int], start: int, end: int, head: int) -> None:
    """The words start..end hang on `head`: one of them directly, those on its sides below it."""
    if start < end:
        root = draw(st.integers(start, end - 1))
        heads[root] = head
        _attach(draw, heads, start, root, root + 1)
        _attach(draw, heads, root + 1, end, root + 1)
