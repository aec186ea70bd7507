"""Every request is counted and timed, and written to the access log where there is one: a line of JSON each."""

from __future__ import annotations

import json
import os
import sys
from time import perf_counter
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from caesura.foundation import InputError
from caesura.studio.api.metrics import Metrics
from caesura.studio.events import now

if TYPE_CHECKING:
    from collections.abc import Callable, Collection


def count_queries(request: Request, config: str | None, queries: int, cache_hits: int = 0) -> None:
    """What a request asked for, said by whoever read it."""
    request.scope["state"].update(config=config, queries=queries, cache_hits=cache_hits)


class Observed:
    """The application, watched. Only its own paths are counted separately: strangers could ask for any number of others."""

    def __init__(self, app: ASGIApp, metrics: Metrics, paths: Collection[str], log: Callable[[str], None] | None) -> None:
        self._app = app
        self._metrics = metrics
        self._paths = frozenset(paths)
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        asked = scope.setdefault("state", {})
        start, status, size = perf_counter(), 500, 0

        async def sent(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
            else:
                size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, sent)
        finally:
            self._note(scope, asked, status, size, perf_counter() - start)

    def _note(self, scope: Scope, asked: dict[str, object], status: int, size: int, seconds: float) -> None:
        path = scope["path"] if scope["path"] in self._paths else "other"
        config, queries, hits = asked.get("config"), asked.get("queries", 0), asked.get("cache_hits", 0)
        self._metrics.requests.labels(path, str(status)).inc()
        self._metrics.seconds.labels(path).observe(seconds)
        if isinstance(queries, int) and queries:
            self._metrics.queries.labels(config).inc(queries)
        if isinstance(hits, int) and hits:
            self._metrics.cache_hits.labels(config).inc(hits)
        if self._log is not None:
            line = {
                "time": now(),
                "worker": os.getpid(),
                "method": scope["method"],
                "path": path_without_secrets(scope),
                "status": status,
            }
            line |= {"ms": round(seconds * 1000, 3), "bytes": size, "queries": queries, "config": config}
            self._log(json.dumps(line, ensure_ascii=False) + "\n")


def path_without_secrets(scope: Scope) -> str:
    """The path as the route has it: the link of an annotator is a password."""
    path: str = scope["path"]
    for name, value in scope.get("path_params", {}).items():
        path = path.replace(str(value), f"{{{name}}}")
    return path


def access_log(path: str | None) -> Callable[[str], None] | None:
    """Where lines of the access log go: a file that all processes append to, or - for standard error."""
    if path is None:
        return None
    if path == "-":
        return _to_standard_error
    try:
        # Not a file object: each line is one call of the system, so that lines of several processes do not mix.
        number = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o640)
    except OSError as error:
        raise InputError(f"cannot be written ({error.strerror})", cure="name another file with --access-log", file=path) from None

    def write(line: str) -> None:
        os.write(number, line.encode("utf-8", "replace"))

    return write


def _to_standard_error(line: str) -> None:
    sys.stderr.write(line)
    sys.stderr.flush()
