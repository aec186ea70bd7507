"""The client against a real server, and against one that fails in every way a network can."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import caesura
from caesura.foundation import InputError
from caesura.lexicon import Lexicon
from caesura.segmenters import segmenter
from caesura.studio.api.client import Client, ServiceError
from tests.studio.servers import running

QUERIES = ["brown bear cub in lake garden", " lake  garden ", "bär", "cub"]


def test_it_answers_as_the_library_does(lexicon: Path) -> None:
    here = segmenter("wikipedia", lexicon=Lexicon.open(lexicon))
    with (
        running("--method", "wikipedia", "--lexicon", lexicon, "--workers", 1) as server,
        caesura.Client(server.address, batch=3) as client,
    ):
        assert client.segment_many(QUERIES) == here.segment_many(QUERIES)
        assert client.segment(QUERIES[0]) == here.segment(QUERIES[0])
        assert client.phrase("brown bear", "lucene") == '+(brown bear) "brown bear"^0.25'
        assert client.phrase("brown bear", "lucene", part="phrases") == '"brown bear"^0.25'
        assert len(client.phrase_many(iter(QUERIES), "lucene", boost=3)) == len(QUERIES)
        assert client.ready()["status"] == "ready"
        with pytest.raises(InputError, match=r"^a query without words; leave empty queries out"):
            client.segment(" ")
        for asked in (client.segment, lambda text: client.phrase(text, "lucene")):
            with pytest.raises(InputError, match="a query is a string, not NoneType"):
                asked(None)  # type: ignore[arg-type]
        with (
            Client(server.address, config="shop") as shop,
            pytest.raises(InputError, match="no configuration is called 'shop'"),
        ):
            shop.segment("brown bear")
        assert client.segment_many([]) == []
        assert server.stop() == 0
        with pytest.raises(ServiceError, match=r"did not answer when asked 2 times \(.*refused"):
            Client(server.address, retries=1, backoff=0.01).segment("brown bear")


@contextmanager
def faulty(faults: list[str]) -> Iterator[str]:
    """A server that fails as listed, one request after the other, and answers from then on."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            fault = faults.pop(0) if faults else ""
            if fault == "hang up":
                self.close_connection = True
                return
            answer = {"query": "a b", "segments": [{"text": "a b", "start": 0, "end": 3, "words": 2, "score": 4}], "score": 4}
            body = json.dumps(answer | {"method": "none"}).encode()
            self.send_response(int(fault) if fault.isdecimal() else 200)
            self.send_header("Content-Length", str(len(body) + 10 if fault == "short" else len(body)))
            if fault == "429":
                self.send_header("Retry-After", "0")
            self.end_headers()
            self.wfile.write(b"<html>" + body[6:] if fault == "html" else body)
            self.close_connection = fault in ("short", "close")

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize("faults", [["hang up"], ["503", "502"], ["429"], ["short"], ["close", "hang up", "504", "short"]])
def test_faults_that_pass_are_waited_out(faults: list[str]) -> None:
    left = list(faults)
    with faulty(left) as address, Client(address, backoff=0.001) as client:
        for _ in range(3):
            assert client.segment("a b").pipe == "a b"
    assert left == []


@pytest.mark.parametrize(
    ("faults", "problem"), [(["503"] * 9, r"asked 3 times \(status 503\)"), (["html"], "not JSON"), (["500"], "status 500")]
)
def test_faults_that_do_not_pass(faults: list[str], problem: str) -> None:
    with faulty(faults) as address, Client(address, retries=2, backoff=0.001) as client, pytest.raises(ServiceError, match=problem):
        client.segment("a b")


def test_waits_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr("caesura.studio.api.client._pause", waited.append)
    with faulty(["503"] * 9) as address, Client(address, retries=4, backoff=1) as client, pytest.raises(ServiceError):
        client.segment("a b")
    assert waited == pytest.approx([1, 2, 4, 8], rel=0.26)


@pytest.mark.parametrize("address", ["127.0.0.1:8642", "ftp://x", "http://"])
def test_an_address_that_is_none(address: str) -> None:
    with pytest.raises(InputError, match="not the address of a service"):
        Client(address)
