"""Errors on pages: a person gets a page with the same line and cure that a program gets as JSON."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from caesura.foundation import InputError
from caesura.studio.api.problems import RefusedError
from caesura.studio.api.routing import Application
from caesura.studio.pages.frame import page
from caesura.studio.pages.wording import for_people, said

Handler = Callable[[Request, Any], Response | Awaitable[Response]]


def tell_problems(app: Application) -> None:
    """Wrap the handlers of the API: a browser that wants HTML gets HTML."""
    for kind in (RefusedError, InputError, HTTPException, Exception):
        app.add_exception_handler(kind, _for_people(app.exception_handlers[kind]))


def _for_people(otherwise: Handler) -> Callable[[Request, Any], Any]:
    async def handler(request: Request, error: Exception) -> Response:
        if not wants_page(request):
            answer = otherwise(request, error)
            return answer if isinstance(answer, Response) else await answer
        headers = None
        match error:
            case RefusedError():
                status, problem, cure, headers = error.status, str(error), for_people(error.cure or "") or None, error.headers
            case InputError():
                status, problem, cure = 422, said(error), None
            case HTTPException(status_code=404):
                status, problem, cure = 404, "There is nothing at this address", "go back, or begin at the playground"
            case HTTPException():
                status, problem, cure = error.status_code, str(error.detail), None
            case _:
                # By now the server has logged it.
                status, problem, cure = (
                    500,
                    "A fault in the studio; its log has the details",
                    "report it to whoever runs the studio",
                )
        return page(request, "problem.html", status, headers, problem=problem, cure=cure)

    return handler


def wants_page(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "") or request.headers.get("HX-Request") == "true"
