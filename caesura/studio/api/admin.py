"""For whoever runs the server: /healthz, /readyz, /metrics, and a reload for those who have the token."""

from __future__ import annotations

import hmac
from typing import Any, Literal

from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from caesura.foundation import InputError, __version__
from caesura.studio.api.messages import HealthAnswer
from caesura.studio.api.metrics import Metrics
from caesura.studio.api.problems import RefusedError
from caesura.studio.api.routing import Form, Json, Routes, answer
from caesura.studio.configurations import Configurations

#: Seconds that all processes get to load what a reload asks for.
PATIENCE = 60.0


class ReadyAnswer(BaseModel):
    """The server answers by these configurations; `processes` is the number of those that do."""

    status: Literal["ready"]
    version: str
    generation: int
    processes: int
    default: str
    configurations: dict[str, dict[str, Any]]


class ReloadAnswer(ReadyAnswer):
    """What is served now; `everywhere` is false where a process still loads it."""

    everywhere: bool


def admin_routes(configurations: Configurations, metrics: Metrics) -> Routes:
    routes = Routes()

    @routes.get("/healthz", gives=HealthAnswer)
    async def health(_request: Request) -> Response:
        """Whether the server answers."""
        return answer({"status": "ok", "version": __version__, "method": configurations.service().default})

    @routes.get("/readyz", gives=ReadyAnswer)
    async def ready(_request: Request) -> Response:
        """What the server answers by: versions and fingerprints of all that it has read."""
        return answer(await run_in_threadpool(_described, configurations))

    @routes.get("/metrics", gives=Form(("text/plain",), "Numbers for Prometheus, of all processes together"))
    async def show_metrics(_request: Request) -> Response:
        """Requests, latencies, queries, cache hits and reloads of all processes together, for Prometheus."""
        return Response(await run_in_threadpool(metrics.text), media_type="text/plain; version=0.0.4; charset=utf-8")

    @routes.post("/admin/reload", gives=ReloadAnswer, problems=(401, 403, 422))
    async def reload(request: Request) -> Response:
        """Read models, lexicons, phrases, configurations again, in all processes; no request is lost, an error changes none."""
        _check_token(request, configurations.deployment.token)
        return answer(await run_in_threadpool(_reloaded, configurations))

    return routes


def _reloaded(configurations: Configurations) -> Json:
    try:
        generation = configurations.reload()
    except InputError as error:
        # Whoever has the token may know which file it is.
        raise RefusedError(422, str(InputError(error.problem, file=error.file, line=error.line)), error.cure) from None
    everywhere = configurations.all_serve(generation.number, PATIENCE)
    return {**_described(configurations), "everywhere": everywhere}


def _described(configurations: Configurations) -> Json:
    current = configurations.current
    return {
        "status": "ready",
        "version": __version__,
        "generation": current.number,
        "processes": len(configurations.serving()),
        "default": current.deployment.default,
        "configurations": {name: service.described() for name, service in current.services.items()},
    }


def _check_token(request: Request, token: str | None) -> None:
    if token is None:
        raise RefusedError(403, "this server has no token for reloads", "set CAESURA_ADMIN_TOKEN or token_file, or send it SIGHUP")
    kind, _, given = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not hmac.compare_digest(given.strip().encode(), token.encode()):
        raise RefusedError(
            401, "the token is not right", "send it as Authorization: Bearer ...", headers={"WWW-Authenticate": "Bearer"}
        )
