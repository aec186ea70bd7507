"""How errors leave the server: always JSON with one line and a cure, never a traceback."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match, Route

from caesura.foundation import InputError
from caesura.studio.api.wire import json_bytes

_REFERENCE = "see /docs"
# An error may quote what was sent, and that may be anything.
_LONGEST = 400


class Problem(BaseModel):
    """What went wrong, in one line, and what to do about it."""

    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})

    error: str = Field(examples=["a query without words"])
    cure: str | None = Field(examples=["leave empty queries out"])


class RefusedError(Exception):
    """A request that cannot be answered, with the HTTP status that says why."""

    def __init__(self, status: int, error: str, cure: str | None = None, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(error)
        self.status = status
        self.cure = cure
        self.headers = headers


#: What the description of an address says about each kind of refusal.
MEANINGS = {
    400: "The request is not what it should be: JSON that does not parse, bytes that are not UTF-8",
    401: "Nobody is signed in, or the token is not known",
    403: "A request that did not come from our own page: its CSRF token is missing, or another site asked",
    404: "Nothing of that name that you may see",
    406: "The Accept header asks for a form this endpoint does not have",
    408: "The request did not arrive completely",
    409: "It conflicts with what has happened meanwhile: the page's time was up, the campaign is over",
    413: "More than the server's limits allow",
    415: "Not sent as JSON",
    421: "The server does not answer to that host name",
    422: "Well-formed, but it cannot be done: an unknown method, a query without words or with too many",
    429: "Too many requests; Retry-After says when to try again",
    503: "The database cannot do it now; nothing was stored",
}


def handle_problems(app: Starlette) -> None:
    """Every error of the application becomes a `Problem`."""

    def refused(_request: Request, error: Exception) -> Response:
        if isinstance(error, RefusedError):
            return _answer(error.status, str(error), error.cure, error.headers)
        raise error

    def bad_input(_request: Request, error: Exception) -> Response:
        if isinstance(error, InputError):
            return _answer(422, error.problem, error.cure)
        raise error

    def not_here(request: Request, error: Exception) -> Response:
        if not isinstance(error, HTTPException):
            raise error
        match error.status_code:
            case 404:
                return _answer(404, f"nothing is at {request.url.path}", _REFERENCE)
            case 405:
                allowed = ", ".join(_allowed(app, request))
                return _answer(405, f"{request.method} is not possible at {request.url.path}", f"use {allowed}", {"Allow": allowed})
        return _answer(error.status_code, str(error.detail), _REFERENCE)

    def our_fault(_request: Request, _error: Exception) -> Response:
        return _answer(500, "a fault in the server; its log has the details", "report it to whoever runs the server")

    def gone(_request: Request, _error: Exception) -> Response:
        # Whoever hung up in the middle reads no answer; it is not a fault, and nothing for the log.
        return Response(status_code=400)

    app.add_exception_handler(ClientDisconnect, gone)
    app.add_exception_handler(RefusedError, refused)
    app.add_exception_handler(InputError, bad_input)
    app.add_exception_handler(HTTPException, not_here)
    app.add_exception_handler(Exception, our_fault)


def _answer(status: int, error: str, cure: str | None, headers: Mapping[str, str] | None = None) -> Response:
    # str(InputError(...)) is one printable line, whatever the user's text holds.
    line = str(InputError(error))
    content = json_bytes({"error": line if len(line) <= _LONGEST else line[: _LONGEST - 3] + "...", "cure": cure})
    return Response(content, status, headers, "application/json")


def _allowed(app: Starlette, request: Request) -> list[str]:
    """All methods a path takes; each is a route of its own, and the router names only the first. HEAD comes with GET."""
    methods: set[str] = set()
    for route in app.routes:
        if isinstance(route, Route) and route.matches(request.scope)[0] is not Match.NONE:
            methods |= route.methods or set()
    return sorted(methods - {"HEAD"})
