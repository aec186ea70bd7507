"""What does FastAPI cost? `python -m bench.routing`: one query over ASGI, without a network, by our routes and by a native FastAPI
endpoint with the same types and the same work; CPU time, rounds in turns, medians. FastAPI comes with requirements/peers.txt."""

from __future__ import annotations

import asyncio
import json
import statistics
import time
from collections.abc import Awaitable, Callable
from typing import Any

from caesura.studio import Service, Settings, make_app
from caesura.studio.api.messages import RankedAnswer, SegmentRequest

ROUNDS, REQUESTS = 9, 2_000
BODY = json.dumps({"query": "new york times square dance"}).encode()
SCOPE = {
    "type": "http",
    "asgi": {"version": "3.0"},
    "http_version": "1.1",
    "method": "POST",
    "path": "/v1/segment",
    "raw_path": b"/v1/segment",
    "query_string": b"",
    "root_path": "",
    "scheme": "http",
    "headers": [(b"content-type", b"application/json"), (b"content-length", str(len(BODY)).encode())],
    "client": ("127.0.0.1", 1),
    "server": ("127.0.0.1", 2),
}


def native(service: Service) -> Any:
    """The same address as FastAPI would have it."""
    from fastapi import FastAPI

    app = FastAPI()

    # FastAPI reads these annotations when the route is made, so they cannot be strings.
    async def segment(asked: SegmentRequest) -> RankedAnswer:
        return service.segment(str(asked.query))  # type: ignore[return-value]

    segment.__annotations__ = {"asked": SegmentRequest, "return": RankedAnswer}
    app.post("/v1/segment")(segment)
    return app


async def one(app: Callable[..., Awaitable[None]]) -> bytes:
    sent: list[bytes] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": BODY, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message.get("body", b""))

    await app(dict(SCOPE), receive, send)
    return b"".join(sent)


async def seconds(app: Callable[..., Awaitable[None]]) -> float:
    start = time.process_time()
    for _ in range(REQUESTS):
        await one(app)
    return (time.process_time() - start) / REQUESTS


async def main() -> None:
    settings = Settings()
    service = Service(settings)
    apps = {"ours": make_app(settings, service), "native FastAPI": native(service)}
    answers = {name: json.loads(await one(app)) for name, app in apps.items()}
    assert answers["ours"]["segments"][0]["text"] == answers["native FastAPI"]["segments"][0]["text"]
    taken: dict[str, list[float]] = {name: [] for name in apps}
    for _ in range(ROUNDS):
        for name, app in apps.items():
            taken[name].append(await seconds(app))
    medians = {name: statistics.median(times) for name, times in taken.items()}
    for name, median in medians.items():
        print(f"{name:15} {median * 1e6:6.0f} us CPU a request   {median / medians['ours']:.2f}x")


if __name__ == "__main__":
    asyncio.run(main())
