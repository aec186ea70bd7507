"""Parses of segments joined, parses cut at breaks, projective trees, parsers by name."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.shapes import Flat, Forest
from caesura.syntax import Parse, default_parser, parse_segments, parser_named
from caesura.syntax.parsing.parse import cut_parse, join_parses
from caesura.syntax.parsing.projective import is_projective, make_projective
from tests.strategies import flats, forests


def test_segment_then_parse() -> None:
    words = ("copper", "pans", "how", "to", "clean")
    parse = parse_segments(default_parser(), words, Flat.from_lengths((2, 3)))
    assert parse.heads == (2, 0, 5, 5, 0)
    assert parse.forest.segments == Flat.from_lengths((2, 3))
    assert parse.confidence is not None


@given(forests(), forests())
def test_joining_keeps_both(one: Forest, other: Forest) -> None:
    parses = [Parse(forest.tags, forest.heads, forest.labels, 0.5) for forest in (one, other)]
    whole = join_parses(parses)
    assert whole.forest.segments.lengths == one.segments.lengths + other.segments.lengths
    assert whole.confidence == pytest.approx(0.5)
    assert len(whole.labels) in (0, one.size + other.size)


@given(st.data(), forests())
def test_every_edge_that_crosses_a_break_becomes_a_root_edge_and_no_other_changes(data: st.DataObject, forest: Forest) -> None:
    flat = data.draw(flats(forest.size))
    found = cut_parse(Parse(forest.tags, forest.heads, forest.labels), flat)
    assert found.heads == tuple(head if head and same(flat, word, head - 1) else 0 for word, head in enumerate(forest.heads))
    # Trees stay contiguous, and each break is an end of one.
    assert all(one >= other for one, other in zip(found.forest.segments.breaks, flat.breaks, strict=True))


def same(flat: Flat, one: int, other: int) -> bool:
    return any(start <= one < end and start <= other < end for start, end in flat.spans)


def test_cutting_a_tree() -> None:
    parse = Parse(("NOUN", "NOUN", "ADV", "VERB"), (2, 0, 4, 2), ("compound", "root", "advmod", "acl"))
    found = cut_parse(parse, Flat.from_lengths((2, 2)))
    assert (found.heads, found.labels) == ((2, 0, 4, 0), ("compound", "root", "advmod", "root"))
    several = cut_parse(Parse(("X",) * 4, (4, 4, 4, 0), ("a", "b", "c", "root")), Flat.from_lengths((3, 1)))
    assert (several.heads, several.labels) == ((0, 0, 0, 0), ("root",) * 4)
    with pytest.raises(InputError, match="3 words for a parse of 4"):
        cut_parse(parse, Flat.together(3))


@given(st.integers(1, 9).flatmap(lambda size: st.tuples(*(st.integers(0, number) for number in range(size)))))
def test_lifting_makes_any_tree_projective(heads: tuple[int, ...]) -> None:
    # Heads to the left only: always trees, often crossing.
    lifted = make_projective(heads)
    assert is_projective(lifted)
    Forest(lifted, ("X",) * len(lifted))
    if is_projective(heads):
        assert lifted == heads


def test_the_shorter_of_two_crossing_edges_is_lifted() -> None:
    assert make_projective((3, 4, 0, 3)) == (3, 3, 0, 3)


def test_parsers_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert parser_named("default") is default_parser()
    for wrong in ("nonsense", "nonsense:x"):
        with pytest.raises(InputError, match="no parser is called"):
            parser_named(wrong)
    with pytest.raises(InputError, match="names no model; write spacy:MODEL"):
        parser_named("spacy:")
    for module, name, cure in (
        ("spacy", "spacy:x", "spacy"),
        ("stanza", "stanza:en", "stanza"),
        ("ufal", "udpipe:x", "ufal.udpipe"),
    ):
        monkeypatch.setitem(sys.modules, module, None)
        with pytest.raises(InputError, match=f"run: pip install {cure}"):
            parser_named(name)


def test_nothing_and_one_word() -> None:
    assert default_parser().parse(()) == Parse((), ())
    assert default_parser().parse(("oslo",)).heads == (0,)
    with pytest.raises(InputError, match="65 words"):
        default_parser().parse(("a",) * 65)
