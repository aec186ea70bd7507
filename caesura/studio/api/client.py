"""A client for `caesura serve`, with nothing but Python's own library: `Client("http://127.0.0.1:8642").segment("new york times")`.

Many queries go in batches. Every request can be repeated, since none changes anything: where the connection breaks, or the server
is busy or restarting (429, 502, 503, 504), it is tried again, each time after a longer wait. What the server refuses is an
`InputError`, as if the query had been segmented here.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterable, Iterator, Sequence
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from itertools import islice
from threading import Lock
from types import TracebackType
from typing import Any
from urllib.parse import urlencode, urlsplit

from caesura.foundation import InputError, __version__
from caesura.segmenters import Segmentation
from caesura.shapes import Flat, query_words

#: What may be different the next time.
_PASSING = (429, 502, 503, 504)


class ServiceError(ConnectionError):
    """The service did not answer, however often it was asked."""


# A name of its own: tests that do not wait must not stop other threads from waiting.
_pause = time.sleep


class Client:
    """One connection to a service, opened when it is needed; threads may share it.

    `config`, `method` and `profile` hold for every request. `batch` queries go into one request. A request is repeated up to
    `retries` times, after `backoff` seconds and then twice as long each time, a little more or less so that clients do not come
    back all at once.
    """

    def __init__(
        self,
        url: str,
        *,
        config: str | None = None,
        method: str | None = None,
        profile: str | None = None,
        batch: int = 1000,
        retries: int = 5,
        backoff: float = 0.1,
        timeout: float = 30.0,
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise InputError(f"'{url}' is not the address of a service", cure="write it as http://127.0.0.1:8642")
        if batch < 1 or retries < 0:
            raise InputError(f"batches of {batch}, {retries} retries", cure="a batch holds one or more, retries are 0 or more")
        self.url = url.rstrip("/")
        self._kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._host, self._port, self._prefix = parts.hostname, parts.port, parts.path.rstrip("/")
        self._address = "?" + urlencode({"config": config}) if config is not None else ""
        self._always: dict[str, Any] = {"method": method, "profile": profile}
        self._batch, self._retries, self._backoff, self._timeout = batch, retries, backoff, timeout
        self._connection: HTTPConnection | None = None
        self._lock = Lock()

    def segment(self, text: str, *, min_confidence: float | None = None) -> Segmentation:
        """One query, as `caesura.segment` gives it."""
        query_words(text)  # what is not a query is refused here as it is there
        return _segmentation(self._post("/v1/segment", query=text, min_confidence=min_confidence))

    def segment_many(self, texts: Iterable[str], *, min_confidence: float | None = None) -> list[Segmentation]:
        """Many queries, in batches, in their order."""
        return [
            _segmentation(one)
            for queries in _batches(texts, self._batch)
            for one in self._post("/v1/segment", queries=queries, min_confidence=min_confidence)["results"]
        ]

    def phrase(self, text: str, engine: str, **options: object) -> Any:
        """What a search engine takes, with the segments as phrases; options are those of /v1/phrase, as part="phrases"."""
        query_words(text)
        return self._post("/v1/phrase", query=text, engine=engine, **options)["result"]

    def phrase_many(self, texts: Iterable[str], engine: str, **options: object) -> list[Any]:
        """As `phrase`, for many queries, in batches."""
        return [
            one["result"]
            for queries in _batches(texts, self._batch)
            for one in self._post("/v1/phrase", queries=queries, engine=engine, **options)["results"]
        ]

    def ready(self) -> dict[str, Any]:
        """What the service answers by: its configurations, with versions and fingerprints."""
        facts: dict[str, Any] = self._asked("GET", "/readyz", None)
        return facts

    def close(self) -> None:
        """The connection is opened again when something is asked."""
        with self._lock:
            self._drop()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _post(self, path: str, **content: object) -> Any:
        given = {name: value for name, value in (self._always | content).items() if value is not None}
        return self._asked("POST", path + self._address, json.dumps(given).encode())

    def _asked(self, method: str, path: str, body: bytes | None) -> Any:
        problem, wait = "", 0.0
        for turn in range(self._retries + 1):
            if turn:
                _pause(wait)
            wait = self._backoff * 2**turn * random.uniform(0.75, 1.25)
            try:
                status, headers, raw = self._once(method, path, body)
            except (OSError, HTTPException) as error:
                problem = str(error) or type(error).__name__
                continue
            if status in _PASSING:
                problem = f"status {status}"
                wait = max(wait, _seconds(headers.get("Retry-After")))
                continue
            return _read(status, raw)
        times = "once" if self._retries == 0 else f"{self._retries + 1} times"
        raise ServiceError(f"{self.url} did not answer when asked {times} ({problem}); is `caesura serve` running there?")

    def _once(self, method: str, path: str, body: bytes | None) -> tuple[int, Any, bytes]:
        headers = {"Content-Type": "application/json", "User-Agent": f"caesura/{__version__}"}
        with self._lock:
            if self._connection is None:
                self._connection = self._kind(self._host, self._port, timeout=self._timeout)
            try:
                self._connection.request(method, self._prefix + path, body, headers)
                answer = self._connection.getresponse()
                raw = answer.read()
            except BaseException:
                self._drop()  # what comes next on it would belong to this request
                raise
            return answer.status, answer.headers, raw

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _read(status: int, raw: bytes) -> Any:
    try:
        content = json.loads(raw)
    except ValueError:
        raise ServiceError(f"an answer with status {status} that is not JSON; is it `caesura serve` that answers there?") from None
    if status >= 500:
        raise ServiceError(str(content.get("error", f"status {status}")))
    if status >= 400:
        raise InputError(str(content.get("error", f"status {status}")), cure=content.get("cure"))
    return content


def _batches(texts: Iterable[str], size: int) -> Iterator[Sequence[str]]:
    left = iter(texts)
    while batch := list(islice(left, size)):
        yield batch


def _seconds(retry_after: str | None) -> float:
    return float(retry_after) if retry_after is not None and retry_after.isdecimal() else 0.0


def _segmentation(one: dict[str, Any]) -> Segmentation:
    segments = one["segments"]
    known = [segment.get("probability") for segment in segments]
    return Segmentation(
        query_words(one["query"]),
        Flat.from_lengths(segment["words"] for segment in segments),
        one["score"],
        tuple(segment["score"] for segment in segments),
        one["method"],
        one["query"],
        None if None in known else tuple(known),
        one.get("probability"),
        one.get("entropy"),
    )
