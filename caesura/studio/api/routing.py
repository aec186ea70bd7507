"""Addresses of the HTTP API: each is a Starlette route and, from the same types that check its requests, a part of OpenAPI.

Bare Starlette and not FastAPI: requests are read within limits and refused in one line (`body`), which FastAPI's own reading
cannot do, so all it would add is cost. One query over ASGI takes 1.8 times as long with a native FastAPI endpoint
(`python -m bench.routing`).
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, TypeAdapter
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from caesura.foundation import __version__
from caesura.studio.access import Access
from caesura.studio.api.problems import MEANINGS, Problem
from caesura.studio.api.wire import json_bytes

Json = dict[str, Any]
Endpoint = Callable[[Request], Awaitable[Response]]


def answer(content: Json, status: int = 200) -> Response:
    return Response(json_bytes(content), status, media_type="application/json")


@dataclass(frozen=True)
class Form:
    """A body or an answer that is not JSON: its content types, and what it is."""

    types: tuple[str, ...]
    meaning: str


@dataclass
class Routes:
    """The addresses of one subject: `@routes.post("/v1/phrase", body=PhraseRequest, gives=PhraseAnswer, problems=(400, 422))`."""

    tag: str | None = None
    routes: list[Route] = field(default_factory=list)
    paths: dict[str, Json] = field(default_factory=dict)

    def get(self, path: str, **described: Any) -> Callable[[Endpoint], Endpoint]:
        return self._route("GET", path, **described)

    def post(self, path: str, **described: Any) -> Callable[[Endpoint], Endpoint]:
        return self._route("POST", path, **described)

    def delete(self, path: str, **described: Any) -> Callable[[Endpoint], Endpoint]:
        return self._route("DELETE", path, **described)

    def _route(self, method: str, path: str, **described: Any) -> Callable[[Endpoint], Endpoint]:
        def add(endpoint: Endpoint) -> Endpoint:
            self.routes.append(Route(path, endpoint, methods=[method]))
            self.paths.setdefault(path, {})[method.lower()] = _operation(path, endpoint, self.tag, **described)
            return endpoint

        return add


class Application(Starlette):
    """Starlette with a description of what it serves, at /openapi.json. Pages for people are routes without one."""

    def __init__(self) -> None:
        super().__init__()
        self.router.redirect_slashes = False
        self._paths: dict[str, Json] = {}
        self.state.access = Access()
        self.add_route("/openapi.json", self._show_description, ["GET"])

    def include(self, routes: Routes) -> None:
        self.router.routes.extend(routes.routes)
        for path, operations in routes.paths.items():
            self._paths.setdefault(path, {}).update(operations)

    def openapi(self) -> Json:
        """The description as OpenAPI 3.1 has it."""
        info = {"title": "Caesura", "summary": "Finds the breaks in search queries", "version": __version__}
        return {"openapi": "3.1.0", "info": info, "paths": self._paths}

    async def _show_description(self, _request: Request) -> Response:
        return answer(self.openapi())


def _operation(
    path: str,
    endpoint: Endpoint,
    tag: str | None,
    *,
    body: type[BaseModel] | Form | None = None,
    parameters: type[BaseModel] | None = None,
    gives: Any = None,
    status: int = 200,
    problems: Iterable[int] = (),
) -> Json:
    """One address and method as OpenAPI has it; its description is the endpoint's docstring."""
    named: list[Json] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in re.findall(r"{(\w+)}", path)
    ]
    if parameters is not None:
        schema = parameters.model_json_schema()
        named += [
            {"name": name, "in": "query", "required": name in schema.get("required", ()), "schema": known}
            for name, known in schema["properties"].items()
        ]
    operation: Json = {"summary": endpoint.__name__.replace("_", " ").capitalize(), "description": endpoint.__doc__ or ""}
    if tag is not None:
        operation["tags"] = [tag]
    if named:
        operation["parameters"] = named
    if body is not None:
        operation["requestBody"] = {"required": True, "content": _content(body)}
    refusals = {str(number): {"description": MEANINGS[number], "content": _content(Problem)} for number in problems}
    operation["responses"] = {str(status): _good(gives, status), **refusals}
    return operation


def _good(gives: Any, status: int) -> Json:
    if status == 204:
        return {"description": "Done"}
    if isinstance(gives, Form):
        return {"description": gives.meaning, "content": _content(gives)}
    return {"description": "Done", "content": _content(Json if gives is None else gives)}


def _content(kind: Any) -> Json:
    if isinstance(kind, Form):
        return {name: {"schema": {"type": "string"}} for name in kind.types}
    return {"application/json": {"schema": _inlined(TypeAdapter(kind).json_schema(mode="validation"))}}


def _inlined(schema: Json) -> Json:
    """The schema with its own definitions put in their places: inside a larger document, references to them would lead nowhere."""
    definitions = schema.pop("$defs", {})

    def put_in(part: Any) -> Any:
        if isinstance(part, dict):
            if (reference := part.get("$ref", "")).startswith("#/$defs/"):
                return put_in(definitions[reference.removeprefix("#/$defs/")])
            return {name: put_in(value) for name, value in part.items()}
        return [put_in(value) for value in part] if isinstance(part, list) else part

    whole: Json = put_in(schema)
    return whole
