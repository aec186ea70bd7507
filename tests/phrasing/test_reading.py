from __future__ import annotations

import pytest

from caesura.foundation import InputError
from caesura.phrasing import one_line, phrase, read_json, read_text
from caesura.segmenters import segmenter


def test_json_lines_carry_probabilities() -> None:
    query = read_json(
        '{"query": "a  b c", "segments": [{"text": "a  b", "score": 3, "probability": 0.5}, {"text": "c", "score": 0}]}'
    )
    assert [(s.text, s.start, s.end, s.score, s.probability) for s in query.segments] == [
        ("a b", 0, 4, 3, 0.5),
        ("c", 5, 6, 0, None),
    ]


def test_json_lines_carry_what_the_user_marked() -> None:
    query = read_text('cheap -"new york" brand:acme  hotels', segmenter("all").segment)
    assert read_json(one_line(phrase(query, "jsonl"))) == query


@pytest.mark.parametrize(
    "line",
    [
        "",
        "[]",
        "3",
        "{",
        '{"query": "a"}',
        '{"query": "a", "segments": []}',
        '{"query": "a", "segments": [{"text": "b"}]}',
        '{"query": "a", "segments": [{"text": ""}]}',
        '{"query": "a", "segments": [{"text": 1}]}',
        '{"query": 1, "segments": [{"text": "a"}]}',
        '{"query": "a", "segments": [{"text": "a", "probability": "high"}]}',
        '{"query": "a", "segments": [{"text": "a", "probability": 2}]}',
        '{"query": "a", "segments": ["a"]}',
        '{"query": "a -b", "segments": [{"text": "a", "start": 0, "end": 1}], "clauses": [{"occur": "never"}]}',
        '{"query": "a -b", "segments": [{"text": "x", "start": 0, "end": 1}], "clauses": [{"occur": "must_not", '
        '"start": 2, "end": 4, "alternatives": [{"text": "b", "start": 2, "end": 4, "quoted": false}]}]}',
    ],
)
def test_what_is_no_segmented_query_is_refused(line: str) -> None:
    with pytest.raises(InputError):
        read_json(line)
