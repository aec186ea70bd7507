"""A minimum confidence over HTTP: the server's own, a request's, and where there are no probabilities."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from caesura.segmenters import SelectiveSegmenter, segmenter
from caesura.studio import Settings, make_app
from tests.studio.client import Client

QUERY = "los angeles garage door repair"


@pytest.fixture(scope="module")
def sure() -> Iterator[Client]:
    with Client(make_app(Settings(method="learned", min_confidence=0.7))) as client:
        yield client


def expected(least: float) -> object:
    return SelectiveSegmenter(segmenter("learned"), least).segment(QUERY).as_json()


def test_the_servers_own_confidence_holds_where_a_request_says_nothing(sure: Client) -> None:
    assert sure.post("/v1/segment", json={"query": QUERY}).json() == expected(0.7)
    assert sure.get("/v1/segment", params={"q": QUERY, "min_confidence": "0.2"}).json() == expected(0.2)
    unsure = sure.post("/v1/segment", json={"query": QUERY, "min_confidence": 0.0}).json()
    assert unsure == segmenter("learned").segment(QUERY).as_json()
    # Another method has no probabilities and is asked for none.
    assert sure.post("/v1/segment", json={"query": QUERY, "method": "titles"}).status_code == 200


def test_lines_and_phrases(sure: Client) -> None:
    lines = sure.post("/v1/segment/lines", content=f"{QUERY}\n\n", headers={"accept": "text/plain"})
    assert lines.text == SelectiveSegmenter(segmenter("learned"), 0.7).segment(QUERY).pipe + "\n\n"
    phrased = sure.post("/v1/phrase", json={"query": QUERY, "engine": "quotes", "min_confidence": 1.0}).json()
    assert phrased["result"] == QUERY


@pytest.mark.parametrize(
    ("address", "asked", "told"),
    [
        ("/v1/segment", {"query": QUERY, "method": "titles", "min_confidence": 0.5}, "has no probabilities"),
        ("/v1/segment", {"query": QUERY, "min_confidence": 1.5}, "min_confidence"),
        ("/v1/segment", {"query": QUERY, "nbest": 3}, "cannot be combined"),
        ("/v1/phrase", {"segments": ["los angeles", "door"], "engine": "quotes", "min_confidence": 0.5}, "needs probabilities"),
    ],
)
def test_what_does_not_fit_is_told(sure: Client, address: str, asked: dict[str, object], told: str) -> None:
    answer = sure.post(address, json=asked)
    assert answer.status_code == 422
    assert told in answer.json()["error"]


def test_segments_that_are_known_already_are_not_doubted(sure: Client) -> None:
    answer = sure.post("/v1/phrase", json={"segments": ["los angeles", "door"], "engine": "quotes"})
    assert answer.json()["result"] == '"los angeles" door'


def test_the_servers_phrases_are_kept_by_every_method(tmp_path: Path) -> None:
    (tmp_path / "phrases.txt").write_text("angeles garage\n")
    with Client(make_app(Settings(min_confidence=0.99, phrases=str(tmp_path / "phrases.txt")))) as client:
        for method in ("learned", "titles", "dictionary"):
            answer = client.post("/v1/segment", json={"query": QUERY, "method": method}).json()
            assert "angeles garage" in [segment["text"] for segment in answer["segments"]]
        sure = client.post("/v1/segment", json={"query": QUERY}).json()["segments"]
        assert [segment["text"] for segment in sure] == ["los", "angeles garage", "door", "repair"]
        assert sure[1]["probability"] == 1.0
