from __future__ import annotations

import json
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from caesura.phrasing import Options, SegmentedQuery, one_line, phrase, read_json, segmented_query
from caesura.shapes import Flat


def test_offsets_scores_and_the_decision() -> None:
    query = segmented_query(
        ("new", "york", "x"), Flat((0, 1)), text="new  york x", scores=[Fraction(7, 2), None], probabilities=[0.8, None]
    )
    assert phrase(query, "jsonl", Options(min_confidence=0.9)) == {
        "query": "new  york x",
        "segments": [
            {"text": "new  york", "start": 0, "end": 9, "words": 2, "phrase": False, "score": 3.5, "probability": 0.8},
            {"text": "x", "start": 10, "end": 11, "words": 1, "phrase": False},
        ],
    }


@given(st.from_type(SegmentedQuery), st.from_type(Options))
def test_it_reads_back_as_the_same_query(query: SegmentedQuery, options: Options) -> None:
    line = one_line(phrase(query, "jsonl", options))
    for segment, row in zip(query.segments, json.loads(line)["segments"], strict=True):
        assert tuple(query.text[row["start"] : row["end"]].split()) == segment.words
    assert read_json(line) == query
