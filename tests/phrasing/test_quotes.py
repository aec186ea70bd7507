from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from caesura.phrasing import Options, SegmentedQuery, phrase, read_pipe, segmented_query
from caesura.shapes import Flat, parse_quotes


def test_segments_stand_in_quotes() -> None:
    assert phrase(read_pipe("new york|times square|dance"), "quotes") == '"new york" "times square" dance'


def test_unsure_segments_lose_theirs() -> None:
    query = segmented_query(tuple("abcd"), Flat((0, 1, 0)), probabilities=[0.2, 0.9])
    assert phrase(query, "quotes", Options(min_confidence=0.5)) == 'a b "c d"'


@given(st.from_type(SegmentedQuery))
def test_quote_form_parses_back(query: SegmentedQuery) -> None:
    printed = phrase(query, "quotes")
    assert isinstance(printed, str)
    assert parse_quotes(printed) == (query.words, Flat.from_lengths(len(s.words) for s in query.segments))
