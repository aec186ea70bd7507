from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from caesura.lexicon import Lexicon
from caesura.segmenters import segmenter
from caesura.studio import Settings, make_app
from caesura.studio.api.lines import NDJSON, PLAIN, chosen_form
from caesura.studio.api.problems import RefusedError
from tests.studio.client import Client
from tests.studio.test_app import problem

LINES = "brown bear cub\n\nlake  garden\r\n  \nin bear cub"


def test_pipe_form_is_one_line_for_every_line(client: Client) -> None:
    answer = client.post("/v1/segment/lines", content=LINES, headers={"Accept": PLAIN})
    assert answer.headers["content-type"].startswith(PLAIN)
    assert answer.text == "brown bear|cub\n\nlake garden\n\nin|bear cub\n"


def test_json_lines_are_what_single_requests_give(client: Client) -> None:
    answer = client.post("/v1/segment/lines", content=LINES, headers={"Accept": NDJSON})
    found = [json.loads(line) for line in answer.text.splitlines()]
    assert answer.headers["content-type"] == NDJSON
    assert [one["query"] for one in found] == ["brown bear cub", "", "lake  garden", "  ", "in bear cub"]
    assert found[0] == client.post("/v1/segment", json={"query": "brown bear cub"}).json()
    assert found[1] == {"query": "", "segments": [], "score": 0, "method": "wikipedia"}


def test_the_address_names_method_and_rules(client: Client) -> None:
    answer = client.post("/v1/segment/lines?method=all&rules=published", content="a b c", headers={"Accept": PLAIN})
    assert answer.text == "a b c\n"
    assert "magic" in problem(client.post("/v1/segment/lines?method=magic", content="a"), 422)["error"]


@pytest.mark.parametrize("content", [b"", b"\n", b"\n\n"])
def test_nothing_gives_nothing(client: Client, content: bytes) -> None:
    answer = client.post("/v1/segment/lines", content=content, headers={"Accept": PLAIN})
    assert (answer.status_code, answer.content) == (200, content)


@pytest.mark.parametrize(
    ("content", "status", "told"),
    [
        (b"cub\n\xff\n", 400, "line 2 is not UTF-8"),
        (b"cub\n\n" + b"x " * 11, 422, "line 3: the query "),
        (b"x" * 201, 422, "line 1: "),
        (b"x\n" * 60_000, 413, "100,000 bytes"),
    ],
)
def test_bad_lines_are_named_before_anything_is_sent(client: Client, content: bytes, status: int, told: str) -> None:
    for form in (NDJSON, PLAIN):
        assert told in problem(client.post("/v1/segment/lines", content=content, headers={"Accept": form}), status)["error"]


def test_large_bodies_go_through_in_pieces(lexicon: Path) -> None:
    """Several pieces, and the same as the plain path on all of them."""
    texts = [f"brown bear cub {number} in lake garden" for number in range(9_000)]
    plain = segmenter("wikipedia", lexicon=Lexicon.open(lexicon, compiled=False), compiled=False)
    with Client(make_app(Settings(method="wikipedia", lexicon=str(lexicon)))) as client:
        piped = client.post("/v1/segment/lines", content="\n".join(texts), headers={"Accept": PLAIN}).text
        told = client.post("/v1/segment/lines", content="\n".join(texts)).text
    assert piped.splitlines() == plain.pipe_many(texts)
    assert [json.loads(line)["query"] for line in told.splitlines()] == texts


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        ("", NDJSON),
        ("*/*", NDJSON),
        ("text/plain", PLAIN),
        ("TEXT/plain; charset=utf-8", PLAIN),
        ("text/*", PLAIN),
        ("application/*", NDJSON),
        ("text/plain;q=0.5, application/x-ndjson;q=0.4", PLAIN),
        ("application/x-ndjson;q=0, */*", PLAIN),
        ("text/html, */*;q=0.1", NDJSON),
        ("text/plain;q=wrong, */*;q=0.1", NDJSON),
    ],
)
def test_the_accept_header_chooses(accept: str, form: str) -> None:
    assert chosen_form(accept) == form


@pytest.mark.parametrize("accept", ["image/png", "text/plain;q=0", "nonsense"])
def test_a_form_we_do_not_have(client: Client, accept: str) -> None:
    with pytest.raises(RefusedError):
        chosen_form(accept)
    problem(client.post("/v1/segment/lines", content="a", headers={"Accept": accept}), 406)


@hypothesis_settings(max_examples=60)
@given(lines=st.lists(st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=15), max_size=8))
def test_any_lines_come_back_one_for_one(client: Client, lines: list[str]) -> None:
    body = "".join(line + "\n" for line in lines).encode()
    piped = client.post("/v1/segment/lines", content=body, headers={"Accept": PLAIN})
    told = client.post("/v1/segment/lines", content=body)
    assert piped.text.count("\n") == told.text.count("\n") == len(lines)
    for line, row in zip(lines, told.content.decode().split("\n"), strict=False):
        assert json.loads(row)["query"] == line.rstrip("\r")
