"""Search bodies against a schema of the part of the language we use, and the clients of both engines."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.phrasing import Options, SegmentedQuery, one_line, parse_fields, phrase, read_pipe

EXAMPLE = read_pipe("new york|times square|dance")

_TEXT = {"type": "string", "minLength": 1}
_BOOST = {"type": "number", "exclusiveMinimum": 0}


def _closed(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _by_field(value: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": value}


_ZERO = {"enum": ["none", "all"]}
_SLOP = {"type": "integer", "minimum": 0}
_OPERATOR = {"enum": ["or", "and"]}
_MORE = {"analyzer": _TEXT}
_NAMED = {"analyzer": _TEXT, "_name": _TEXT}
_CLAUSES = {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/query"}}
SCHEMA = _closed(["query"], query={"$ref": "#/$defs/query"}) | {
    "$defs": {
        "query": {
            "oneOf": [
                _closed(
                    ["match"],
                    match=_by_field(
                        _closed(["query"], query=_TEXT, operator=_OPERATOR, boost=_BOOST, zero_terms_query=_ZERO, **_MORE)
                    ),
                ),
                _closed(["match_all"], match_all=_closed([])),
                _closed(
                    ["match_phrase"],
                    match_phrase=_by_field(
                        _closed(["query"], query=_TEXT, slop=_SLOP, boost=_BOOST, zero_terms_query=_ZERO, **_NAMED)
                    ),
                ),
                _closed(
                    ["multi_match"],
                    multi_match=_closed(
                        ["query", "type"],
                        query=_TEXT,
                        type={"enum": ["best_fields", "phrase"]},
                        fields={"type": "array", "minItems": 1, "items": _TEXT},
                        operator=_OPERATOR,
                        tie_breaker={"type": "number", "minimum": 0, "maximum": 1},
                        slop=_SLOP,
                        boost=_BOOST,
                        zero_terms_query=_ZERO,
                        **_NAMED,
                    ),
                ),
                _closed(
                    ["dis_max"],
                    dis_max=_closed(["queries"], queries=_CLAUSES, tie_breaker={"type": "number", "minimum": 0, "maximum": 1}),
                ),
                _closed(
                    ["bool"],
                    bool=_closed(
                        [],
                        must=_CLAUSES,
                        should=_CLAUSES,
                        filter=_CLAUSES,
                        must_not=_CLAUSES,
                        minimum_should_match={"type": ["integer", "string"]},
                    ),
                ),
            ]
        }
    }
}


def test_match_decides_and_phrases_add() -> None:
    assert phrase(EXAMPLE, "elasticsearch", Options(fields=parse_fields(["title"]), slop=1)) == {
        "query": {
            "bool": {
                "must": [{"match": {"title": {"query": "new york times square dance", "operator": "or"}}}],
                "should": [
                    {
                        "dis_max": {
                            "queries": [
                                {"match_phrase": {"title": {"query": "new york", "slop": 1, "boost": 0.25}}},
                                {"match_phrase": {"title": {"query": "times square", "slop": 1, "boost": 0.25}}},
                            ],
                            "tie_breaker": 0.3,
                        }
                    }
                ],
            }
        }
    }


def test_filter_asks_for_each_phrase_in_some_field() -> None:
    body: Any = phrase(read_pipe("new york|x"), "elasticsearch", Options(fields=parse_fields(["title^2", "body"]), mode="filter"))
    wanted = {"query": "new york", "zero_terms_query": "all"}
    assert body["query"]["bool"]["filter"] == [
        {"bool": {"should": [{"match_phrase": {"title": wanted}}, {"match_phrase": {"body": wanted}}], "minimum_should_match": 1}}
    ]
    assert "should" not in body["query"]["bool"]


def test_without_phrases_the_words_are_all() -> None:
    body: Any = phrase(read_pipe("a|b"), "elasticsearch")
    assert list(body["query"]["bool"]) == ["must"]


def test_opensearch_takes_the_same() -> None:
    assert phrase(EXAMPLE, "opensearch") == phrase(EXAMPLE, "elasticsearch")


@given(st.from_type(SegmentedQuery), st.from_type(Options))
def test_the_phrases_asked_for_are_those_meant(query: SegmentedQuery, options: Options) -> None:
    body = json.loads(one_line(phrase(query, "elasticsearch", options)))
    wanted = [p.text for p in query.phrases(options.min_confidence) for _ in range(max(1, len(options.fields)))]
    assert list(_phrases(body["query"])) == wanted
    bases = [must.get("multi_match") or next(iter(must["match"].values())) for must in body["query"]["bool"]["must"]]
    assert " ".join(base["query"] for base in bases) == " ".join(query.words)


@pytest.mark.parametrize("fields", [["title^2", "body"], []])
def test_and_wants_each_word_in_any_field(fields: list[str]) -> None:
    """One multi_match with the operator and would want all of them in one field."""
    body: Any = phrase(read_pipe("new york|x"), "elasticsearch", Options(fields=parse_fields(fields), operator="and"))
    asked = [clause["multi_match"] for clause in body["query"]["bool"]["must"]]
    assert [one["query"] for one in asked] == ["new", "york", "x"]
    assert all(one.get("fields", []) == fields for one in asked)
    assert {one["zero_terms_query"] for one in asked} == {"all"}  # a stop word must not empty the result


def test_and_in_one_field_is_one_match() -> None:
    body: Any = phrase(read_pipe("new york|x"), "elasticsearch", Options(fields=parse_fields(["title"]), operator="and"))
    assert body["query"]["bool"]["must"] == [{"match": {"title": {"query": "new york x", "operator": "and"}}}]


@given(st.from_type(SegmentedQuery), st.from_type(Options))
def test_bodies_keep_to_the_schema(query: SegmentedQuery, options: Options) -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="the schema check needs: pip install jsonschema")
    jsonschema.validate(json.loads(one_line(phrase(query, "elasticsearch", options))), SCHEMA)


@pytest.mark.parametrize("client", ["elasticsearch.dsl.query", "opensearchpy.helpers.query"])
def test_the_clients_read_the_bodies(client: str) -> None:
    """Their query classes know every query's name and build the body anew from what they read."""
    reader = pytest.importorskip(client, reason="the client check needs: pip install elasticsearch opensearch-py")

    @given(st.from_type(SegmentedQuery), st.from_type(Options))
    def reads(query: SegmentedQuery, options: Options) -> None:
        body: Any = phrase(query, "elasticsearch", options)
        assert reader.Q(json.loads(json.dumps(body["query"]))).to_dict() == body["query"]

    reads()


def _phrases(query: dict[str, Any]) -> list[str]:
    """The text of every phrase, wherever it stands."""
    (name, inner), *_ = query.items()
    if name == "match_phrase":
        return [next(iter(inner.values()))["query"]]
    if name == "multi_match" and inner["type"] == "phrase":
        return [inner["query"]]
    if name == "dis_max":
        return [text for clause in inner["queries"] for text in _phrases(clause)]
    if name == "bool":
        clauses = [clause for part in ("must", "should", "filter") for clause in inner.get(part, ())]
        return [text for clause in clauses for text in _phrases(clause)]
    return []
