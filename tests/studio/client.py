"""Talks to an application without a network: httpx over ASGI, in a plain call."""

from __future__ import annotations

import asyncio
import time
from types import TracebackType
from typing import Any

import httpx
from starlette.applications import Starlette


class Client:
    """`with Client(app) as client: client.get("/healthz")`. What escapes the application is a status 500, as in a server."""

    def __init__(self, app: Starlette) -> None:
        self.app = app
        self._runner = asyncio.Runner()
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        self._client = httpx.AsyncClient(transport=transport, base_url="http://localhost")

    @property
    def cookies(self) -> httpx.Cookies:
        return self._client.cookies

    @property
    def headers(self) -> httpx.Headers:
        """Sent with every request."""
        return self._client.headers

    def get(self, address: str, **how: Any) -> httpx.Response:
        return self.request("GET", address, **how)

    def post(self, address: str, **how: Any) -> httpx.Response:
        return self.request("POST", address, **how)

    def delete(self, address: str, **how: Any) -> httpx.Response:
        return self.request("DELETE", address, **how)

    def settled(self, address: str, **how: Any) -> httpx.Response:
        """The page at an address when what it waits for is computed."""
        end = time.monotonic() + 120
        while "refresh" in (found := self.get(address, **how)).headers:
            assert time.monotonic() < end, "it is never done"
            time.sleep(0.05)
        return found

    def request(self, method: str, address: str, **how: Any) -> httpx.Response:
        return self._runner.run(self._client.request(method, address, **how))

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._runner.run(self._client.aclose())
        self._runner.close()
