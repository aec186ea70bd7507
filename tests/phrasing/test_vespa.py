"""YQL, read back by a small parser written after the rules of Vespa's published grammar (yqlplus.g4)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.phrasing import Field, Options, SegmentedQuery, parse_fields, phrase, read_pipe
from caesura.phrasing.tokens import is_searchable, searchable_words
from tests.phrasing.yql_reader import Node, Reader

EXAMPLE = read_pipe("new york|dance")


def yql(query: SegmentedQuery, options: Options | None = None) -> str:
    parameters: Any = phrase(query, "vespa", options)
    assert list(parameters) == ["yql"]
    return str(parameters["yql"])


def test_phrases_are_further_arguments_of_rank() -> None:
    assert yql(EXAMPLE) == (
        'select * from sources * where rank(weakAnd(default contains "new", default contains "york", default contains "dance"), '
        'default contains ({weight: 25}phrase("new", "york")))'
    )


def test_slop_counts_from_the_first_word_to_the_last() -> None:
    assert 'title contains ({distance: 4, weight: 25}onear("a", "b", "c"))' in yql(
        read_pipe("a b c|d"), Options(fields=parse_fields(["title"]), slop=2)
    )


def test_filter_requires_words_and_phrases() -> None:
    options = Options(fields=parse_fields(["title^2", "body"]), mode="filter", operator="and")
    assert yql(read_pipe("a b"), options).endswith(
        'where (((title contains ({weight: 200}"a") or body contains "a") and '
        '(title contains ({weight: 200}"b") or body contains "b")) and '
        '(title contains ({weight: 50}phrase("a", "b")) or body contains ({weight: 25}phrase("a", "b"))))'
    )


def test_punctuation_alone_is_not_looked_for() -> None:
    assert '"&"' not in yql(read_pipe("gym & fitness|x"))
    assert 'phrase("gym", "fitness")' in yql(read_pipe("gym & fitness|x"))
    assert yql(read_pipe("&|&")).endswith('weakAnd(default contains "&", default contains "&")')


@pytest.mark.parametrize("name", ["and", "a b", "1st", "größe", "a..b", "x:y"])
def test_a_field_the_grammar_does_not_know_is_refused(name: str) -> None:
    with pytest.raises(InputError):
        yql(EXAMPLE, Options(fields=(Field(name),)))


@given(st.from_type(SegmentedQuery), st.from_type(Options))
def test_words_and_phrases_come_back(query: SegmentedQuery, options: Options) -> None:
    found = Reader(yql(query, options)).statement()
    places = [f.name for f in options.fields] or ["default"]
    kept = [tuple(filter(is_searchable, p.words)) for p in query.phrases(options.min_confidence)]
    wanted = list(dict.fromkeys(words for words in kept if len(words) > 1))
    if not wanted:
        base, clauses = found, []
    elif options.mode == "boost":
        assert found.name == "rank"
        base, clauses = found.arguments[0], found.arguments[1:]
    else:
        assert found.name == "and"
        base, clauses = found.arguments[0], [clause for part in found.arguments[1:] for clause in _either(part)]
    read = [(clause.arguments[0], clause.arguments[1].name, tuple(clause.arguments[1].arguments)) for clause in clauses]
    assert read == [(place, "onear" if options.slop else "phrase", words) for words in wanted for place in places]
    parts = [base] if not isinstance(base, Node) or base.name not in ("weakAnd", "and") else base.arguments
    words = [_word(clause) for part in parts for clause in _either(part)]
    assert words == [(place, word) for word in searchable_words(query.words) for place in places]


def _either(part: Node) -> list[Any]:
    return part.arguments if part.name == "or" else [part]


def _word(clause: Node) -> tuple[str, str]:
    place, term = clause.arguments
    return place, term.arguments[0] if isinstance(term, Node) else term
