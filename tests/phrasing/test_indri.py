"""Indri's and Terrier's operators, read back by a small parser of the part of the languages we write."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.phrasing import Field, Options, SegmentedQuery, parse_fields, phrase, read_pipe
from caesura.phrasing.tokens import code_point_terms, terms
from tests.phrasing.indri_reader import leaves, read

EXAMPLE = read_pipe("new york|times square|dance")


def test_words_ordered_and_unordered_windows_are_mixed() -> None:
    assert phrase(EXAMPLE, "indri") == (
        "#weight(0.85 #combine(new york times square dance) 0.1 #combine(#1(new york) #1(times square)) "
        "0.05 #combine(#uw8(new york) #uw8(times square)))"
    )


def test_without_phrases_the_words_are_all() -> None:
    assert phrase(read_pipe("new|york"), "indri") == "#combine(new york)"


def test_filter_and_operator_become_requirements() -> None:
    query = read_pipe("new york|x")
    assert phrase(query, "indri", Options(mode="filter", slop=1)) == "#filreq(#band(#2(new york)) #combine(new york x))"
    assert phrase(query, "indri", Options(operator="and", weights=(0.9, 0.1, 0))) == (
        "#filreq(#band(new york x) #weight(0.9 #combine(new york x) 0.1 #combine(#1(new york))))"
    )


def test_fields_are_mixed_by_their_boost() -> None:
    options = Options(fields=parse_fields(["title^2", "body"]), mode="filter")
    assert phrase(read_pipe("a 5"), "indri", options) == (
        "#filreq(#band(#syn(#1(a 5).title #1(a 5).body)) "
        "#combine(#wsum(2 #1(a).title 1 #1(a).body) #wsum(2 #1(5).title 1 #1(5).body)))"
    )


def test_words_are_cut_as_a_tokenizer_would() -> None:
    assert phrase(read_pipe("wi-fi u.s.|#1(x"), "indri", Options(weights=(1, 1, 0))) == (
        "#weight(1 #combine(wi fi u s 1 x) 1 #combine(#1(wi fi u s)))"
    )
    assert phrase(read_pipe("& 😀"), "indri") == "#combine(u26 u1f600)"


def test_a_field_that_would_not_parse_is_refused() -> None:
    with pytest.raises(InputError, match="Indri does not take the field name"):
        phrase(EXAMPLE, "indri", Options(fields=(Field("title.en"),)))


@given(st.from_type(SegmentedQuery), st.from_type(Options))
def test_terms_and_phrases_come_back(query: SegmentedQuery, options: Options) -> None:
    printed = phrase(query, "indri", options)
    assert isinstance(printed, str)
    tree = read(printed)
    words = list(terms(query.words) or code_point_terms(query.words))
    cut = [terms(p.words) for p in query.phrases(options.min_confidence)]
    wanted = [list(p) for p in dict.fromkeys(cut) if len(p) > 1]
    places = max(1, len(options.fields))
    required: list[list[str]] = []
    if tree[0] == "filreq":
        band, tree = tree[1]
        required = [leaves(part)[: len(leaves(part)) // places] for part in band[1]]
    assert required == [
        *([[word] for word in words] if options.operator == "and" else []),
        *(wanted if options.mode == "filter" else []),
    ]
    if wanted and options.mode == "boost":
        assert tree[0] == "weight"
        for (_, group), windows in zip(tree[1][1:], (wanted, wanted), strict=True):
            assert [leaves(w)[: len(leaves(w)) // places] for w in group[1]] == windows
        tree = tree[1][0][1]
    assert tree[0] == "combine"
    assert leaves(tree) == [word for word in words for _ in range(places)]


def test_terrier_writes_weights_in_the_operator() -> None:
    assert phrase(EXAMPLE, "terrier", Options(weights=(0.9, 0.1, 0))) == (
        "#combine:0=0.9:1=0.1(#combine(new york times square dance) #combine(#1(new york) #1(times square)))"
    )


@given(st.from_type(SegmentedQuery))
def test_terrier_parses(query: SegmentedQuery) -> None:
    printed = phrase(query, "terrier")
    assert isinstance(printed, str)
    tree = read(printed)
    base = tree[1][0] if ":" in tree[0] else tree
    assert leaves(base) == list(terms(query.words) or code_point_terms(query.words))


@pytest.mark.parametrize("wrong", [{"mode": "filter"}, {"operator": "and"}, {"slop": 1}, {"fields": (Field("title"),)}])
def test_what_terrier_cannot_say_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="cannot express"):
        phrase(EXAMPLE, "terrier", Options(**wrong))
