"""A small chat endpoint on the loopback: it answers with a segmenter of ours and stated noise, or fails as it is told to."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import Any

from caesura.segmenters import segmenter
from caesura.shapes import Flat, print_pipe, query_words

_QUERY = re.compile(r"(?:Query|Question): (.*)")

#: What happens to the n-th request (from 0), or to all about some query: the name of a fault, or None.
Faults = Callable[[int, str], str | None]
#: How a query is answered; the number is that of the sample's seed.
Answers = Callable[[str, int], object]


def noisy_titles(noise: float) -> Answers:
    """The method `titles`; every break is turned round with this probability, drawn from query and seed."""
    method = segmenter("titles")

    def answer(query: str, seed: int) -> str:
        drawing = Random(f"{query}#{seed}")
        breaks = (value ^ (drawing.random() < noise) for value in method.segment(query).flat.breaks)
        return print_pipe(query_words(query), Flat(tuple(int(value) for value in breaks)))

    return answer


def halves(query: str, _seed: int = 0) -> str:
    """No lexicon needed: breaks once, in the middle."""
    words = query.split(" ")
    middle = len(words) // 2
    return f"{' '.join(words[:middle])}|{' '.join(words[middle:])}"


class ChatServer:
    """Its `base` is what `--endpoint` takes; `bodies`, `keys` and `most_at_once` say what it has seen."""

    def __init__(self, answer: Answers = halves, faults: Faults = lambda _number, _query: None, seconds: float = 0.0) -> None:
        self.answer, self.faults, self.seconds = answer, faults, seconds
        self.bodies: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.times: list[float] = []
        self.most_at_once = self._at_once = 0
        self._turn = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def queries(self) -> list[str]:
        return [_query(body) for body in self.bodies]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _seen(self, body: dict[str, Any], key: str | None) -> int:
        with self._turn:
            self.bodies.append(body)
            self.keys.append(key)
            self.times.append(time.monotonic())
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            return len(self.bodies) - 1

    def _done(self) -> None:
        with self._turn:
            self._at_once -= 1

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                number = server._seen(body, self.headers.get("Authorization"))
                time.sleep(server.seconds)
                fault = server.faults(number, _query(body))
                if fault == "slow":
                    time.sleep(1.5)
                # Before the answer can be read: whoever has it may ask again at once.
                server._done()
                with suppress(BrokenPipeError, ConnectionResetError):
                    self._answer(body, fault)

            def _answer(self, body: dict[str, Any], fault: str | None) -> None:
                query, seed = _query(body), int(body.get("seed", 0))
                if fault == "dropped":
                    self.close_connection = True
                    self.connection.close()
                    return
                if fault is not None and fault.split()[0].isdigit():
                    status, *after = fault.split()
                    self._send(int(status), b'{"error": "as told"}', {"Retry-After": after[0]} if after else {})
                    return
                content = json.dumps({"answer": server.answer(query, seed)}, ensure_ascii=False)
                if fault == "malformed":
                    content = '{"answer": "' + query
                if fault == "changed":
                    content = json.dumps({"answer": "other " + query})
                if fault == "prose":
                    content = f"Certainly! Here it is:\n```json\n{content}\n```"
                if fault == "huge":
                    content = "x" * 3_000_000
                choices = [] if fault == "empty" else [{"index": 0, "message": {"role": "assistant", "content": content}}]
                document = {"choices": choices, "usage": {"prompt_tokens": 100, "completion_tokens": 20}}
                payload = b"<html>busy</html>" if fault == "html" else json.dumps(document).encode()
                self._send(200, payload, {})

            def _send(self, status: int, payload: bytes, headers: dict[str, str]) -> None:
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(payload)))
                self.end_headers()
                self.wfile.write(payload)

            def log_message(self, *_: object) -> None:
                """Tests have their own output."""

        return Handler


@contextmanager
def serving(*arguments: Any, **named: Any) -> Any:
    server = ChatServer(*arguments, **named)
    try:
        yield server
    finally:
        server.close()


def _query(body: dict[str, Any]) -> str:
    """The last query that the first user's message shows: examples come before it."""
    first = next(message["content"] for message in body["messages"] if message["role"] == "user")
    return str(_QUERY.findall(first)[-1])
