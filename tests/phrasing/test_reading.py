from __future__ import annotations

import pytest

from caesura.foundation import InputError
from caesura.phrasing import SegmentedQuery, read_bars_or_quotes, read_json


def texts(query: SegmentedQuery) -> list[str]:
    return [segment.text for segment in query.segments]


@pytest.mark.parametrize(
    ("line", "segments"),
    [
        ("new york|times", ["new york", "times"]),
        ('"new york" times', ["new york", "times"]),
        ('times "new york"', ["times", "new york"]),
        ("dance", ["dance"]),
        (r"a\|b c|d", ["a|b c", "d"]),
        (r"a\\|b", ["a\\", "b"]),
        ('5"x b|c', ['5"x b', "c"]),
    ],
)
def test_bars_are_told_from_quotes(line: str, segments: list[str]) -> None:
    assert texts(read_bars_or_quotes(line)) == segments


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("new york", "neither bars nor quotes"),
        (r"a\|b c", "neither bars nor quotes"),
        ('"a b"|c', "both bars and quotes"),
        ("", "without words"),
        ('"a b', "never closed"),
    ],
)
def test_what_could_be_either_is_no_guess(line: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        read_bars_or_quotes(line)


def test_json_lines_carry_probabilities() -> None:
    query = read_json(
        '{"query": "a  b c", "segments": [{"text": "a  b", "score": 3, "probability": 0.5}, {"text": "c", "score": 0}]}'
    )
    assert [(s.text, s.start, s.end, s.score, s.probability) for s in query.segments] == [
        ("a b", 0, 4, 3, 0.5),
        ("c", 5, 6, 0, None),
    ]


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
    ],
)
def test_what_is_no_segmented_query_is_refused(line: str) -> None:
    with pytest.raises(InputError):
        read_json(line)
