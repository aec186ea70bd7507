"""Forests over HTTP: what the command line prints, and what is refused."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from caesura.shapes import query_words
from caesura.syntax import default_parser, forest_json
from tests.studio.client import Client
from tests.studio.test_app import problem

QUERY = "copper pans  how to Clean"


def test_one_query_is_what_the_command_line_prints(client: Client) -> None:
    found = client.post("/v1/parse", json={"query": QUERY, "pipeline": "parser-only"}).json()
    words = query_words(QUERY)
    assert found == forest_json(QUERY, words, default_parser().parse(words), "parser-only")
    assert [(segment["text"], segment["start"]) for segment in found["segments"]] == [(QUERY, 0)]


def test_many_queries_come_back_in_order(client: Client) -> None:
    found = client.post("/v1/parse", json={"queries": [QUERY, "oslo"]}).json()["results"]
    assert [one["query"] for one in found] == [QUERY, "oslo"]
    assert found[1]["words"] == [{"word": "oslo", "tag": "PROPN", "head": 0, "label": "root"}]
    assert client.post("/v1/parse", json={"queries": []}).json() == {"results": []}


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"query": "  "}, "a query without words"),
        ({"queries": ["a", " "]}, "queries[1]: a query without words"),
        ({"query": "a", "queries": ["a"]}, "give either query or queries"),
        ({"query": "a", "pipeline": "nonsense"}, "no method is called 'nonsense'"),
        ({"query": "a", "pipeline": "gold"}, "the method 'gold' needs gold segments"),
        ({"query": "x " * 65}, "65 words, at most 64"),
    ],
)
def test_what_is_wrong_is_told(client: Client, body: dict[str, object], told: str) -> None:
    assert told in problem(client.post("/v1/parse", json=body), 422)["error"]


def test_too_many_queries(client: Client) -> None:
    assert "at most" in problem(client.post("/v1/parse", json={"queries": ["a"] * 10_001}), 413)["error"]


def test_threads_do_not_disturb_each_other() -> None:
    parser = default_parser()
    queries = [
        tuple(f"how to clean {thing} in {place}".split())
        for thing in ("pans", "old boots", "a violin")
        for place in ("oslo", "may")
    ]
    expected = [parser.parse(words) for words in queries]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(parser.parse, queries * 50)) == expected * 50
