"""Parts of queries, and the options that say what a phrase counts: as values, as bodies the clients read, on the command line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.phrasing import Options, SegmentedQuery, one_line, parse_fields, parse_slop, phrase, read_pipe, wanted_phrases
from caesura.phrasing import segmented_query as cut
from caesura.shapes import Flat
from tests.cli.commands import run
from tests.phrasing.conftest import every_option
from tests.phrasing.test_elasticsearch import SCHEMA

EXAMPLE = read_pipe("new york|times square|dance")
LIKELY = cut(("new", "york", "times", "square"), Flat((0, 1, 0)), probabilities=[0.9, 0.5])


def test_a_boost_grows_with_the_probability() -> None:
    assert [p.boost for p in wanted_phrases(LIKELY, Options(growth=1, boost=2))] == [1.8, 1.0]
    assert [p.boost for p in wanted_phrases(LIKELY, Options(growth=2, boost=4))] == [3.24, 1.0]
    assert [p.boost for p in wanted_phrases(LIKELY, Options())] == [0.25, 0.25]
    # Unknown probabilities take nothing off.
    assert [p.boost for p in wanted_phrases(EXAMPLE, Options(growth=1))] == [0.25, 0.25]


def test_a_cap_lowers_all_by_one_factor() -> None:
    assert [p.boost for p in wanted_phrases(EXAMPLE, Options(boost=2, cap=3))] == [1.5, 1.5]
    assert [p.boost for p in wanted_phrases(EXAMPLE, Options(boost=2, cap=4))] == [2.0, 2.0]
    assert [p.boost for p in wanted_phrases(LIKELY, Options(boost=2, cap=1.4, growth=1))] == [0.9, 0.5]


@given(st.from_type(SegmentedQuery), every_option)
def test_boosts_stay_under_the_cap(query: SegmentedQuery, options: Options) -> None:
    boosts = [p.boost for p in wanted_phrases(query, options)]
    assert all(boost > 0 for boost in boosts)
    if options.cap is not None:
        assert sum(boosts) <= options.cap * 1.001


def test_slop_by_length() -> None:
    options = Options(slop=parse_slop("2:0,3:1,5:3"))
    found = wanted_phrases(read_pipe("a b|c d e|f g h i|j k l m n o"), options)
    assert [p.slop for p in found] == [0, 1, 1, 3]
    assert parse_slop("2") == 2
    assert wanted_phrases(read_pipe("a b|c d e f"), Options(slop=((4, 2),)))[0].slop == 0
    for wrong in ("x", "2:", "2:-1", "2:0,2:1", "2:2000"):
        with pytest.raises(InputError, match="slop"):
            Options(slop=parse_slop(wrong))


def test_phrases_have_fields_of_their_own() -> None:
    options = Options(fields=parse_fields(["title^3", "body"]), phrase_fields=parse_fields(["title.exact^2"]))
    body: Any = phrase(EXAMPLE, "elasticsearch", options)
    (dis_max,) = body["query"]["bool"]["should"]
    assert [list(one["match_phrase"]) for one in dis_max["dis_max"]["queries"]] == [["title.exact"], ["title.exact"]]
    assert body["query"]["bool"]["must"][0]["multi_match"]["fields"] == ["title^3", "body"]
    assert 'title.exact:"new york"^0.5' in str(phrase(EXAMPLE, "lucene", options))
    solr: Any = phrase(EXAMPLE, "solr", options)
    assert (solr["qf"], solr["bq"].count("title.exact")) == ("title^3 body", 2)
    plain = Options(fields=parse_fields(["title"]), phrase_fields=parse_fields(["exact"]))
    assert "exact contains" in one_line(phrase(EXAMPLE, "vespa", plain))
    assert "#1(new york).exact" in str(phrase(EXAMPLE, "indri", plain))


def test_sum_over_phrases_and_maximum_over_fields() -> None:
    options = Options(fields=parse_fields(["title", "body"]), combine="sum", tie=0)
    body: Any = phrase(EXAMPLE, "elasticsearch", options)
    should = body["query"]["bool"]["should"]
    assert [[next(iter(one["match_phrase"].values()))["query"] for one in each["dis_max"]["queries"]] for each in should] == [
        ["new york"] * 2,
        ["times square"] * 2,
    ]
    assert {each["dis_max"]["tie_breaker"] for each in should} == {0}
    solr: Any = phrase(EXAMPLE, "solr", options)
    assert solr["bq"] == [
        '{!maxscore q.op=OR tie=0}title:"new york"^0.25 body:"new york"^0.25',
        '{!maxscore q.op=OR tie=0}title:"times square"^0.25 body:"times square"^0.25',
    ]


@pytest.mark.parametrize("fields", [["title"], ["title", "body"], []])
def test_minimum_match_counts_words_in_any_field(fields: list[str]) -> None:
    options = Options(fields=parse_fields(fields), minimum_match="75%")
    body: Any = phrase(EXAMPLE, "elasticsearch", options)
    (bag,) = body["query"]["bool"]["must"]
    assert bag["bool"]["minimum_should_match"] == "75%"
    assert len(bag["bool"]["should"]) == 5
    solr: Any = phrase(EXAMPLE, "solr", options)
    assert solr["mm"] == "75%"
    assert ("sow" in solr) == (len(fields) != 1)


def test_minimum_match_holds_beside_what_is_required() -> None:
    body: Any = phrase("new york hotels +pool", "elasticsearch", Options(minimum_match="2<-1"))
    required, bag = body["query"]["bool"]["must"]
    assert required["multi_match"]["query"] == "pool"
    assert bag["bool"]["minimum_should_match"] == "2<-1"


def test_analyzers() -> None:
    options = Options(fields=parse_fields(["title"]), analyzer="english", phrase_analyzer="exact")
    body: Any = phrase(EXAMPLE, "elasticsearch", options)
    assert body["query"]["bool"]["must"][0]["match"]["title"]["analyzer"] == "english"
    assert body["query"]["bool"]["should"][0]["dis_max"]["queries"][0]["match_phrase"]["title"]["analyzer"] == "exact"


@pytest.mark.parametrize(
    ("engine", "option"),
    [
        ("solr", {"analyzer": "x"}),
        ("lucene", {"minimum_match": "2"}),
        ("vespa", {"minimum_match": "2"}),
        ("indri", {"growth": 1.0}),
        ("terrier", {"combine": "sum"}),
    ],
)
def test_what_an_engine_lacks_it_refuses(engine: str, option: dict[str, Any]) -> None:
    (name,) = option
    with pytest.raises(InputError, match=f"{engine} cannot express {name.replace('_', '-')}"):
        phrase(EXAMPLE, engine, Options(**option))


@pytest.mark.parametrize(
    "wrong",
    [
        {"minimum_match": "many"},
        {"minimum_match": "2<"},
        {"minimum_match": "2", "operator": "and"},
        {"growth": -1},
        {"cap": 0},
        {"combine": "mean"},
        {"analyzer": "a b"},
        {"rescore_size": 0},
        {"phrase_fields": parse_fields(["a", "a^2"])},
    ],
)
def test_wrong_values_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        Options(**wrong)


def test_parts_to_paste() -> None:
    options = Options(fields=parse_fields(["title^2"]))
    assert phrase(read_pipe("new york|x"), "elasticsearch", options, part="phrases") == {
        "should": [
            {
                "dis_max": {
                    "queries": [{"match_phrase": {"title": {"query": "new york", "boost": 0.5, "_name": "title: new york"}}}],
                    "tie_breaker": 0.3,
                }
            }
        ]
    }
    assert phrase(EXAMPLE, "solr", options, part="phrases") == {
        "bq": '{!maxscore q.op=OR tie=0.3}title:"new york"^0.5 title:"times square"^0.5'
    }
    assert phrase(EXAMPLE, "lucene", options, part="phrases") == 'title:"new york"^0.5 title:"times square"^0.5'
    assert phrase(read_pipe("new york|x"), "vespa", options, part="phrases") == (
        'title contains ({weight: 50}phrase("new", "york"))'
    )
    assert phrase(read_pipe("new york|x"), "indri", part="phrases") == "0.1 #combine(#1(new york)) 0.05 #combine(#uw8(new york))"
    assert phrase(EXAMPLE, "quotes", part="phrases") == '"new york" "times square"'
    assert phrase(LIKELY, "jsonl", Options(growth=1, boost=2), part="phrases") == {
        "query": "new york times square",
        "phrases": [
            {"text": "new york", "boost": 1.8, "slop": 0, "probability": 0.9},
            {"text": "times square", "boost": 1.0, "slop": 0, "probability": 0.5},
        ],
    }


def test_a_rescore_block() -> None:
    block: Any = phrase(EXAMPLE, "opensearch", Options(rescore_size=50), part="rescore")
    assert block["rescore"]["window_size"] == 50
    assert phrase(EXAMPLE, "solr", Options(combine="sum"), part="rescore") == {
        "rq": "{!rerank reRankQuery=$phrases reRankDocs=100 reRankWeight=1}",
        "phrases": "{!bool should=$phrase1 should=$phrase2}",
        "phrase1": '{!maxscore q.op=OR tie=0.3}"new york"^0.25',
        "phrase2": '{!maxscore q.op=OR tie=0.3}"times square"^0.25',
    }
    assert phrase(read_pipe("a|b"), "solr", part="rescore") == phrase(read_pipe("a|b"), "elasticsearch", part="rescore") == {}
    with pytest.raises(InputError, match="lucene has no part rescore"):
        phrase(EXAMPLE, "lucene", part="rescore")
    with pytest.raises(InputError, match="no part is called 'title'"):
        phrase(EXAMPLE, "lucene", part="title")  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ["solr", "lucene", "vespa", "indri", "tantivy"])
def test_the_whole_query_holds_its_phrases(engine: str) -> None:
    """What is pasted is what the whole query has."""
    part, whole = phrase(EXAMPLE, engine, part="phrases"), phrase(EXAMPLE, engine)
    if isinstance(part, str):
        assert part in (whole if isinstance(whole, str) else whole["yql"])
    else:
        assert isinstance(whole, dict)
        assert part.items() <= whole.items()


@pytest.mark.parametrize("part", ["query", "phrases", "rescore"])
@pytest.mark.parametrize("client", ["elasticsearch.dsl.query", "opensearchpy.helpers.query"])
def test_the_clients_read_every_part(client: str, part: Any) -> None:
    """Their query classes know every query's name and build the body anew; the schema knows every setting."""
    reader = pytest.importorskip(client, reason="the client check needs: pip install elasticsearch opensearch-py")
    jsonschema = pytest.importorskip("jsonschema", reason="the schema check needs: pip install jsonschema")

    @given(st.from_type(SegmentedQuery), every_option)
    def reads(query: SegmentedQuery, options: Options) -> None:
        found: Any = json.loads(one_line(phrase(query, "elasticsearch", options, part=part)))
        if part == "query":
            clause = found["query"]
        elif part == "phrases":
            clause = {"bool": {name: clauses for name, clauses in found.items() if clauses}}
        else:
            clause = found["rescore"]["query"]["rescore_query"] if found else {"match_all": {}}
        assert reader.Q(clause).to_dict() == clause
        jsonschema.validate({"query": clause}, SCHEMA)

    reads()


def test_the_command_line() -> None:
    common = ["phrase", "new york|x y z", "--input", "pipe"]
    printed = run(*common, "--engine", "solr", "--part", "phrases", "--url", "--boost", "2", "--cap", "2", "--slop", "2:0,3:1")
    assert printed.stdout == "bq=%7B%21maxscore+q.op%3DOR+tie%3D0.3%7D%22new+york%22+%22x+y+z%22~1\n"
    printed = run(*common, "--engine", "elasticsearch", "--field", "title", "--minimum-match", "75%", "--combine", "sum")
    body = json.loads(printed.stdout)["query"]["bool"]
    assert (body["must"][0]["bool"]["minimum_should_match"], len(body["should"])) == ("75%", 2)
    for wrong, message in (
        (["--engine", "terrier", "--part", "phrases"], "terrier has no part phrases"),
        (["--engine", "lucene", "--minimum-match", "2"], "lucene cannot express minimum-match"),
        (["--slop", "x"], "is not a slop"),
    ):
        failed = run(*common, *wrong)
        assert failed.returncode == 2
        assert message in failed.stderr
        assert failed.stderr.count("\n") == 1
