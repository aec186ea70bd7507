"""Solr's parameters; the Lucene syntax inside them is read by Lucene's own parser in tests/comparison."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs

from hypothesis import given
from hypothesis import strategies as st

from caesura.phrasing import Options, SegmentedQuery, parse_fields, phrase, read_pipe, url_query, wanted_phrases
from caesura.phrasing.lucene import phrase_clauses

EXAMPLE = read_pipe("new york|times square|dance")
_LOCAL = re.compile(r"\{!(\w+) q\.op=OR(?: tie=([\d.]+))?\}")


def test_one_boost_query_under_one_dis_max() -> None:
    assert phrase(EXAMPLE, "solr", Options(fields=parse_fields(["title^2", "body"]))) == {
        "defType": "edismax",
        "q": "new york times square dance",
        "q.op": "OR",
        "lowercaseOperators": "false",
        "qf": "title^2 body",
        "tie": "0.3",
        "bq": '{!maxscore q.op=OR tie=0.3}title:"new york"^0.5 body:"new york"^0.25 '
        'title:"times square"^0.5 body:"times square"^0.25',
    }


def test_filter_is_one_filter_query_for_each_phrase() -> None:
    parameters: Any = phrase(EXAMPLE, "solr", Options(mode="filter", operator="and"))
    assert parameters["fq"] == ['{!lucene q.op=OR}"new york"', '{!lucene q.op=OR}"times square"']
    assert parameters["q.op"] == "AND"
    # Each word in any field, whatever the fields' analyzers leave of it.
    assert parameters["sow"] == "true"
    assert "bq" not in parameters


def test_local_parameters_and_macros_of_the_user_are_only_words() -> None:
    parameters: Any = phrase(read_pipe("{!func}x ${q}"), "solr")
    assert parameters["q"] == r"\{\!func\}x $\{q\}"
    assert parameters["bq"].endswith(r'"\{\!func\}x $\{q\}"^0.25')


@given(st.from_type(SegmentedQuery), st.from_type(Options))
def test_nothing_of_the_user_is_read_as_solr_syntax(query: SegmentedQuery, options: Options) -> None:
    parameters: Any = phrase(query, "solr", options)
    every = [value for given in parameters.values() for value in (given if isinstance(given, list) else [given])]
    assert not any("${" in value for value in every)
    assert not parameters["q"].startswith("{!")
    clauses = [" ".join(phrase_clauses(p, options, boosted=options.mode == "boost")) for p in wanted_phrases(query, options)]
    if options.mode == "filter":
        assert [_LOCAL.sub("", fq, count=1) for fq in parameters.get("fq", [])] == clauses
    elif clauses:
        local = _LOCAL.match(parameters["bq"])
        assert local
        assert float(local[2]) == options.tie
        assert parameters["bq"][local.end() :] == " ".join(clauses)
    else:
        assert "bq" not in parameters


@given(st.from_type(SegmentedQuery), st.from_type(Options))
def test_the_url_reads_back(query: SegmentedQuery, options: Options) -> None:
    parameters: Any = phrase(query, "solr", options)
    read = parse_qs(url_query(parameters), keep_blank_values=True, strict_parsing=True)
    assert read == {name: value if isinstance(value, list) else [value] for name, value in parameters.items()}
