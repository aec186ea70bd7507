r"""Exact forms, and a small reader of the syntax; Lucene's own parser is asked in tests/comparison."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from caesura.phrasing import Options, SegmentedQuery, parse_fields, phrase, read_pipe

EXAMPLE = read_pipe("new york|times square|dance")
# An escaped character, or one that has no meaning of its own.
_PLAIN = r'(?:\\.|[^\\+\-!():^\[\]"{}~*?|&/\s])'
_CLAUSE = re.compile(
    rf'\+?\(?(?:(?P<field>{_PLAIN}+):)?(?:(?P<word>{_PLAIN}+)|"(?P<phrase>{_PLAIN}+(?: {_PLAIN}+)*)"(?:~\d+)?)(?:\^[\d.]+)?\)?',
    re.DOTALL,
)


def test_phrases_are_optional_clauses_with_a_boost() -> None:
    assert phrase(EXAMPLE, "lucene") == '+(new york times square dance) "new york"^0.25 "times square"^0.25'


def test_fields_slop_and_operator() -> None:
    options = Options(fields=parse_fields(["title^2", "body"]), slop=1, operator="and", boost=3)
    assert phrase(read_pipe("new york|x"), "lucene", options) == (
        '+(title:new^2 body:new) +(title:york^2 body:york) +(title:x^2 body:x) title:"new york"~1^6 body:"new york"~1^3'
    )


def test_filter_requires_each_phrase() -> None:
    assert (
        phrase(EXAMPLE, "lucene", Options(mode="filter", boost=1)) == '+(new york times square dance) +"new york" +"times square"'
    )


def test_what_has_a_meaning_is_escaped() -> None:
    assert phrase(read_pipe('AND|a"b c:d'), "lucene") == r'+(\AND a\"b c\:d) "a\"b c\:d"^0.25'


@given(st.from_type(SegmentedQuery), st.from_type(Options))
def test_words_and_phrases_come_back(query: SegmentedQuery, options: Options) -> None:
    printed = phrase(query, "lucene", options)
    assert isinstance(printed, str)
    words: list[str] = []
    phrases: list[str] = []
    position = 0
    while position < len(printed):
        clause = _CLAUSE.match(printed, position)
        assert clause, printed[position:]
        raw = clause["word"] or clause["phrase"]
        (words if clause["word"] else phrases).append(re.sub(r"\\(.)", r"\1", raw, flags=re.DOTALL))
        assert clause["word"] not in ("AND", "OR", "NOT")
        position = clause.end() + 1
    places = max(1, len(options.fields))
    assert words == [word for word in query.words for _ in range(places)]
    assert phrases == [p.text for p in query.phrases(options.min_confidence) for _ in range(places)]
