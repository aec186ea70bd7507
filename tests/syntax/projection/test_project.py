"""Projection: worked examples, and that it never crosses and loses no word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.shapes import print_pipe
from caesura.syntax import Parse
from caesura.syntax.projection.project import project

QUESTION = ["how", "do", "i", "make", "a", "boat", "out", "of", "paper"]
PARSE = Parse(
    ("ADV", "AUX", "PRON", "VERB", "DET", "NOUN", "ADP", "ADP", "NOUN"),
    (4, 4, 4, 0, 6, 4, 9, 9, 4),
    ("advmod", "aux", "nsubj", "root", "det", "obj", "case", "case", "obl"),
)


def project_tags(query: str) -> tuple[str, tuple[int, ...], tuple[str, ...]]:
    words = query.split()
    found = project(QUESTION, PARSE, [QUESTION.index(word) for word in words])
    return print_pipe(words, found.forest.segments), found.heads, found.labels


def test_a_dropped_preposition_makes_a_segment() -> None:
    assert project_tags("make boat paper") == ("make boat|paper", (0, 1, 0), ("root", "obj", "root"))
    assert project_tags("make boat out of paper") == (
        "make boat out of paper",
        (0, 1, 5, 5, 1),
        ("root", "obj", "case", "case", "obl"),
    )


def test_children_of_a_dropped_word_go_to_its_head() -> None:
    # Without the verb its children are roots: each a segment.
    assert project_tags("how boat paper")[0] == "how|boat|paper"
    stanford = Parse(("NOUN", "ADP", "NOUN"), (0, 1, 2), ("root", "prep", "pobj"))
    assert project(("price", "in", "lisbon"), stanford, [0, 2]).heads == (0, 0)
    chain = Parse(("NOUN", "VERB", "NOUN"), (0, 1, 2), ("root", "acl", "obj"))
    assert project(("cup", "holding", "tea"), chain, [0, 2]) == Parse(("NOUN", "NOUN"), (0, 1), ("root", "acl"))


def test_a_conjunction_below_its_conjunct() -> None:
    parse = Parse(("NOUN", "CCONJ", "NOUN"), (0, 3, 1), ("root", "cc", "conj"))
    assert project(("jam", "and", "tea"), parse, [0, 2]).heads == (0, 0)


def test_pieces_become_segments_under_their_highest_word() -> None:
    # The middle word becomes a root and parts its head from what else hangs there.
    parse = Parse(("NOUN", "ADP", "NOUN", "ADV", "ADV"), (0, 3, 1, 1, 4), ("root", "case", "nmod", "advmod", "advmod"))
    found = project(("tea", "in", "cups", "now", "here"), parse, [0, 2, 3, 4])
    assert found.heads == (0, 0, 0, 3)


@st.composite
def projective_parses(draw: st.DrawFn) -> Parse:
    """A random projective tree or forest, split top down."""
    size = draw(st.integers(0, 9))
    heads = [0] * size

    def fill(first: int, end: int, head: int) -> None:
        while first < end:
            cut = draw(st.integers(first + 1, end))
            top = draw(st.integers(first, cut - 1))
            heads[top] = head
            fill(first, top, top + 1)
            fill(top + 1, cut, top + 1)
            first = cut

    fill(0, size, 0)
    tags = draw(st.lists(st.sampled_from(("NOUN", "ADP", "CCONJ", "VERB")), min_size=size, max_size=size))
    labels = draw(st.lists(st.sampled_from(("case", "cc", "obj", "nmod")), min_size=size, max_size=size))
    return Parse(tuple(tags), tuple(heads), tuple(labels))


@given(projective_parses(), st.data())
def test_projection_never_crosses_and_keeps_every_word(parse: Parse, data: st.DataObject) -> None:
    size = len(parse.heads)
    places = sorted(data.draw(st.sets(st.integers(0, size - 1)))) if size else []
    words = ["of" if tag == "ADP" else "tea" for tag in parse.tags]
    found = project(words, parse, places)
    forest = found.forest  # refuses edges that cross, circles, and trees that are not contiguous
    assert forest.size == len(places)
    assert found.tags == tuple(parse.tags[place] for place in places)
    assert [label == "root" for label in forest.labels] == [head == 0 for head in forest.heads]


@given(projective_parses())
def test_nothing_dropped_cuts_nothing(parse: Parse) -> None:
    found = project(["tea"] * len(parse.heads), parse, range(len(parse.heads)))
    assert found.heads == parse.heads


@pytest.mark.parametrize("places", [[1, 0], [0, 0], [0, 99]])
def test_places_must_rise(places: list[int]) -> None:
    with pytest.raises(InputError, match="rising order"):
        project(QUESTION, PARSE, places)
