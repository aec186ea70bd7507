from __future__ import annotations

import dataclasses
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caesura.foundation import __version__
from caesura.lexicon import Lexicon
from caesura.phrasing import ENGINES, Options, Part, parse_fields, phrase, read_text
from caesura.segmenters import segmenter
from caesura.studio import Settings
from caesura.studio.api.messages import PhraseRequest
from tests.studio.client import Client

QUERY = "brown bear cub in lake garden"


def problem(answer: Any, status: int) -> dict[str, Any]:
    """The error of an answer, after what holds for all of them."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    found: dict[str, Any] = answer.json()
    assert set(found) == {"error", "cure"}
    assert found["error"]
    assert found["error"].isprintable()
    assert "Traceback" not in answer.text
    return found


def test_one_query_is_what_the_command_line_prints(client: Client, settings: Settings) -> None:
    expected = segmenter("wikipedia", lexicon=Lexicon.open(settings.lexicon or "")).segment(QUERY).as_json()
    assert client.post("/v1/segment", json={"query": QUERY}).json() == expected
    assert client.get("/v1/segment", params={"q": QUERY}).json() == expected
    assert [segment["text"] for segment in expected["segments"]] == ["brown bear", "cub in", "lake garden"]  # type: ignore[attr-defined]


def test_offsets_refer_to_the_text_as_typed(client: Client) -> None:
    typed = "  Brown   BEAR\tcub é "
    answer = client.post("/v1/segment", json={"query": typed}).json()
    assert answer["query"] == typed
    assert [typed[s["start"] : s["end"]] for s in answer["segments"]] == ["Brown   BEAR", "cub", "é"]


@pytest.mark.parametrize("method", ["naive", "titles", "hybrid", "pmi", "none", "all"])
def test_a_request_names_its_method(client: Client, settings: Settings, method: str) -> None:
    expected = segmenter(method, lexicon=Lexicon.open(settings.lexicon or "")).segment(QUERY).as_json()
    assert client.post("/v1/segment", json={"query": QUERY, "method": method}).json() == expected


def test_a_request_names_its_rules(client: Client, settings: Settings) -> None:
    known = Lexicon.open(settings.lexicon or "")
    for rules in ("printed", "published"):
        expected = segmenter("titles", lexicon=known, rules=rules).segment(QUERY).as_json()
        answer = client.post("/v1/segment", json={"query": QUERY, "method": "titles", "rules": rules})
        assert answer.json() == expected


def test_many_queries_in_order(client: Client) -> None:
    queries = [QUERY, "cub", "lake garden", QUERY]
    results = client.post("/v1/segment", json={"queries": queries}).json()["results"]
    assert results == [client.post("/v1/segment", json={"query": query}).json() for query in queries]


def test_no_queries_have_no_results(client: Client) -> None:
    assert client.post("/v1/segment", json={"queries": []}).json() == {"results": []}


def test_the_n_best(client: Client, settings: Settings) -> None:
    best = segmenter("wikipedia", lexicon=Lexicon.open(settings.lexicon or "")).nbest(QUERY, 3)
    first, *others = [one.as_json() for one in best]
    assert len(others) == 2
    assert client.post("/v1/segment", json={"query": QUERY, "nbest": 3}).json() == {**first, "alternatives": others}
    assert client.get("/v1/segment", params={"q": QUERY, "nbest": "3"}).json() == {**first, "alternatives": others}


def test_tags_are_used(client: Client) -> None:
    """`hybrid` goes by the tags: nominal queries by wikipedia, others by titles."""
    nouns, verbs = ["NN"] * 2, ["VB"] * 2
    body = {"method": "hybrid"}
    one = [client.post("/v1/segment", json={**body, "query": "cub in", "tags": tags}).json() for tags in (nouns, verbs)]
    many = client.post("/v1/segment", json={**body, "queries": ["cub in"] * 3, "tags": [nouns, verbs, None]}).json()
    assert many["results"][:2] == one
    assert one[0]["score"] != one[1]["score"]


@pytest.mark.parametrize(
    ("tags", "told"),
    [(["nn"], "1 tags for the 6 words"), ([["nn"] * 6], "list of strings"), ([1] * 6, "tags"), ("nn", "tags")],
)
def test_wrong_tags(client: Client, tags: object, told: str) -> None:
    assert told in problem(client.post("/v1/segment", json={"query": QUERY, "method": "hybrid", "tags": tags}), 422)["error"]


def test_tags_for_a_method_without(client: Client) -> None:
    answer = client.post("/v1/segment", json={"query": QUERY, "method": "naive", "tags": ["nn"] * 6})
    assert problem(answer, 422) == {"error": "the method naive uses no tags", "cure": "leave tags out"}


@pytest.mark.parametrize("engine", ENGINES)
def test_phrase(client: Client, settings: Settings, engine: str) -> None:
    cut = segmenter("wikipedia", lexicon=Lexicon.open(settings.lexicon or "")).segment(QUERY)
    body = {"query": QUERY, "engine": engine, "boost": 3.0, "tie": 0.5}
    expected = {"query": QUERY, "engine": engine, "result": phrase(cut, engine, Options(boost=3.0, tie=0.5))}
    assert client.post("/v1/phrase", json=body).json() == json.loads(json.dumps(expected))


def test_phrase_many_and_with_fields(client: Client) -> None:
    body = {"engine": "lucene", "fields": ["title^2", "body"]}
    one = client.post("/v1/phrase", json={**body, "query": QUERY}).json()
    assert 'title:"brown bear"^0.5' in one["result"]
    assert client.post("/v1/phrase", json={**body, "queries": [QUERY, QUERY]}).json() == {"results": [one, one]}


EVERYTHING: dict[str, object] = {
    "fields": ["title^2", "body"],
    "phrase_fields": ["title.exact^3"],
    "boost": 3.0,
    "growth": 0.5,
    "cap": 5.0,
    "slop": "2:0,3:1",
    "combine": "sum",
    "tie": 0.5,
    "minimum_match": "2<-1",
    "analyzer": "english",
    "phrase_analyzer": "simple",
    "rescore_size": 50,
    "user_fields": ["brand"],
}


@pytest.mark.parametrize("engine", ["elasticsearch", "opensearch", "solr"])
@pytest.mark.parametrize("part", ["query", "phrases", "rescore"])
def test_phrase_takes_all_options_of_the_command(client: Client, settings: Settings, engine: str, part: Part) -> None:
    asked = {**EVERYTHING} if engine != "solr" else {**EVERYTHING, "analyzer": None, "phrase_analyzer": None}
    cut = segmenter("wikipedia", lexicon=Lexicon.open(settings.lexicon or "")).segment
    text = f"{QUERY} brand:acme colour:red -hostels"
    options = Options(
        fields=parse_fields(["title^2", "body"]),
        phrase_fields=parse_fields(["title.exact^3"]),
        boost=3.0,
        growth=0.5,
        cap=5.0,
        slop=((2, 0), (3, 1)),
        combine="sum",
        tie=0.5,
        minimum_match="2<-1",
        analyzer=None if engine == "solr" else "english",
        phrase_analyzer=None if engine == "solr" else "simple",
        rescore_size=50,
    )
    expected = phrase(read_text(text, cut, "keep", ["brand", "title", "body"]), engine, options, part=part)
    found = client.post("/v1/phrase", json={"query": text, "engine": engine, "part": part, **asked}).json()
    assert found["result"] == json.loads(json.dumps(expected))


def test_every_option_of_phrasing_can_be_asked_for() -> None:
    """Those of Indri's model alone are set in Python."""
    names = {field.name for field in dataclasses.fields(Options)} - {"weights", "window"}
    assert names <= PhraseRequest.model_fields.keys()


def test_phrase_of_known_segments(client: Client) -> None:
    answer = client.post("/v1/phrase", json={"segments": ["in the", "lake"], "engine": "quotes"})
    assert answer.json() == {"query": "in the lake", "engine": "quotes", "result": '"in the" lake'}


def test_methods(client: Client) -> None:
    found = client.get("/v1/methods").json()
    available = {method["name"]: method["available"] for method in found["methods"]}
    assert found["default"] == "wikipedia"
    assert available["titles"]
    assert not available["dictionary"]


def test_health(client: Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok", "version": __version__, "method": "wikipedia"}


@pytest.mark.parametrize(
    ("body", "status", "told"),
    [
        (b"", 400, "not JSON"),
        (b"{", 400, "not JSON"),
        (b'{"query": "\xff"}', 400, "byte 12 of the body is not UTF-8"),
        (b'{"query": "\\ud800"}', 400, "not JSON"),
        (b"[" * 50_000, 400, "not JSON"),
        (b"[]", 422, "object"),
        (b"null", 422, "object"),
        (b"{}", 422, "give either query or queries"),
        (b'{"query": "a", "queries": []}', 422, "give either query or queries"),
        (b'{"query": 1}', 422, "query: "),
        (b'{"queries": ["a", 1]}', 422, "queries: [1] is not a string"),
        (b'{"queries": ["a", " "]}', 422, "queries[1]: a query without words"),
        (b'{"query": ""}', 422, "a query without words"),
        (b'{"query": "a b c d e f g h i j k"}', 422, "11 words, at most 10"),
        (b'{"query": "' + b"x" * 201 + b'"}', 422, "201 characters, at most 200"),
        (b'{"query": "a", "method": "magic"}', 422, "no method is called 'magic'"),
        (b'{"queries": [], "method": "magic"}', 422, "no method is called 'magic'"),
        (b'{"query": "a", "method": "dictionary"}', 422, "no phrases"),
        (b'{"query": "a", "rules": "golden"}', 422, "rules: "),
        (b'{"query": "a", "nbest": 0}', 422, "nbest: "),
        (b'{"query": "a", "nbest": 101}', 422, "nbest: "),
        (b'{"query": "a", "nbest": "2"}', 422, "nbest: "),
        (b'{"query": "a", "colour": "red"}', 422, "no field is called 'colour'"),
        (b'{"query": "a", "nbest": 51}', 413, "at most 50"),
        (b'{"queries": [' + b", ".join([b'"a"'] * 51) + b"]}", 413, "51 results"),
        (b'{"query": "' + b"x " * 60_000 + b'"}', 413, "100,000 bytes"),
    ],
)
def test_bad_bodies(client: Client, body: bytes, status: int, told: str) -> None:
    assert told in problem(client.post("/v1/segment", content=body), status)["error"]


@pytest.mark.parametrize("path", ["/v1/segment", "/v1/phrase"])
@pytest.mark.parametrize("field", ["queries", "segments", "fields", "tags"])
def test_a_long_list_of_wrong_things_is_one_short_error(client: Client, path: str, field: str) -> None:
    body = json.dumps({"query": "a", "engine": "lucene", field: [1] * 30_000})
    assert len(problem(client.post(path, content=body), 422)["error"]) < 200


def test_long_names_are_cut(client: Client) -> None:
    for body in ({"query": "a", "method": "x" * 50_000}, {"y" * 50_000: 1}, {f"name {number}": 1 for number in range(5_000)}):
        assert len(problem(client.post("/v1/segment", json=body), 422)["error"]) <= 400


def test_a_body_without_a_length_is_bounded_too(client: Client) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(3):
            yield b"x" * 60_000

    refused = problem(client.post("/v1/segment", content=pieces()), 413)
    assert "100,000 bytes" in refused["error"]
    assert "--max-bytes" in refused["cure"]


@pytest.mark.parametrize(
    ("address", "status", "told"),
    [
        ("/v1/segment", 422, "q: "),
        ("/v1/segment?q=", 422, "a query without words"),
        ("/v1/segment?q=%FF", 400, "not UTF-8"),
        ("/v1/segment?q=a&q=b", 422, "given twice"),
        ("/v1/segment?q=a&nbest=many", 422, "nbest: "),
        ("/v1/segment?q=a&colour=red", 422, "no field is called 'colour'"),
        ("/v1/segment?q=a&nbest=60", 413, "at most 50"),
        ("/v1/segments", 404, "nothing is at /v1/segments"),
        ("/v1/segment/", 404, "nothing is at /v1/segment/"),
    ],
)
def test_bad_addresses(client: Client, address: str, status: int, told: str) -> None:
    assert told in problem(client.get(address), status)["error"]


@pytest.mark.parametrize(
    ("extra", "told"),
    [
        ({}, "engine: "),
        ({"engine": "altavista"}, "no engine is called 'altavista'"),
        ({"engine": "lucene", "fields": ["a b"]}, "not the name of a field"),
        ({"engine": "lucene", "boost": -1}, "boost is -1"),
        ({"engine": "lucene", "boost": 1e300}, "boost is "),
        ({"engine": "lucene", "slop": 1.5}, "slop: "),
        ({"engine": "lucene", "mode": "maybe"}, "mode: "),
        ({"engine": "lucene", "part": "half"}, "part: "),
        ({"engine": "lucene", "part": "rescore"}, "lucene has no part rescore"),
        ({"engine": "lucene", "slop": "much"}, "'much' is not a slop"),
        ({"engine": "lucene", "minimum_match": 2}, "lucene cannot express minimum-match"),
        ({"engine": "elasticsearch", "minimum_match": "many"}, "does not say how many words"),
        ({"engine": "elasticsearch", "cap": 0}, "cap is 0"),
        ({"engine": "lucene", "profile": "shop"}, "the method wikipedia has no profiles"),
        ({"engine": "lucene", "method": "learned", "profile": "shp"}, "no profile is called 'shp'"),
        ({"engine": "lucene", "min_confidence": 0.5}, "needs probabilities"),
        ({"engine": "lucene", "segments": ["cub"]}, "give one of"),
        ({"engine": "terrier", "fields": ["title"]}, ""),
    ],
)
def test_bad_phrases(client: Client, extra: dict[str, object], told: str) -> None:
    assert told in problem(client.post("/v1/phrase", json={"query": QUERY, **extra}), 422)["error"]


@pytest.mark.parametrize("wrong", [{"engine": "altavista"}, {"engine": "lucene", "method": "magic"}])
def test_what_is_wrong_is_said_for_no_queries_too(client: Client, wrong: dict[str, str]) -> None:
    problem(client.post("/v1/phrase", json={"queries": [], **wrong}), 422)


@pytest.mark.parametrize("segments", [[], [" "], ["cub", ""], ["a b c d e f", "g h i j k"]])
def test_bad_segments(client: Client, segments: list[str]) -> None:
    problem(client.post("/v1/phrase", json={"segments": segments, "engine": "quotes"}), 422)


def test_every_method_of_a_path_is_named(client: Client) -> None:
    answer = client.delete("/v1/segment")
    assert problem(answer, 405)["cure"] == "use GET, POST"
    assert answer.headers["allow"] == "GET, POST"


def test_a_fault_of_ours_is_told_without_a_traceback(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    from caesura.studio import Service, make_app

    def broken(*_: object) -> None:
        raise RuntimeError("secret")

    with Client(make_app(settings)) as client:
        monkeypatch.setattr(Service, "known_methods", broken)
        answer = client.get("/v1/methods")
    assert "secret" not in answer.text
    assert "fault" in problem(answer, 500)["error"]


ATOMS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
JSON = st.recursive(
    ATOMS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3), max_leaves=6
)
TEXTS = st.lists(st.text(max_size=20), max_size=4)
NEAR = st.fixed_dictionaries(
    {},
    optional={
        "query": st.text(max_size=30) | ATOMS,
        "queries": TEXTS | ATOMS,
        "segments": TEXTS | ATOMS,
        "engine": st.sampled_from(sorted(ENGINES)) | ATOMS,
        "method": st.sampled_from(["naive", "titles", "hybrid", "pmi", "all"]) | ATOMS,
        "rules": st.sampled_from(["printed", "published"]) | ATOMS,
        "nbest": st.integers(1, 5) | ATOMS,
        "tags": TEXTS | st.lists(TEXTS, max_size=3) | ATOMS,
        "fields": st.lists(st.sampled_from(["title", "body^2"]), max_size=2) | TEXTS | ATOMS,
        "boost": st.floats() | ATOMS,
        "slop": st.integers() | ATOMS,
    },
)


@settings(max_examples=150)
@given(body=JSON | NEAR, path=st.sampled_from(["/v1/segment", "/v1/phrase"]))
def test_any_json_gives_a_documented_status(client: Client, body: object, path: str) -> None:
    answer = client.post(path, content=json.dumps(body).encode())
    if answer.status_code == 200:
        answer.json()
    else:
        assert answer.status_code in (400, 413, 422), answer.text
        problem(answer, answer.status_code)


@settings(max_examples=100)
@given(body=st.binary(max_size=300), path=st.sampled_from(["/v1/segment", "/v1/phrase", "/v1/segment/lines"]))
def test_any_bytes_give_a_documented_status(client: Client, body: bytes, path: str) -> None:
    assert client.post(path, content=body).status_code in (200, 400, 422)


@settings(max_examples=100)
@given(text=st.text(max_size=60))
def test_any_text_comes_back_whole(client: Client, text: str) -> None:
    answer = client.post("/v1/segment", json={"query": text})
    if text.split():
        found = answer.json()
        assert found["query"] == text
        assert " ".join(segment["text"] for segment in found["segments"]).split() == text.split()
    else:
        problem(answer, 422)
