"""Routes that hand a request over as it is, and what OpenAPI is told about them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel

from caesura.studio.wire import json_bytes

Json = dict[str, Any]


class DirectRoute(APIRoute):
    """Hands the request to the endpoint as it is: ours read and check it themselves."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        return self.endpoint


def answer(content: Json, status: int = 200) -> Response:
    return Response(json_bytes(content), status, media_type="application/json")


def takes_body(kind: type[BaseModel]) -> dict[str, Any]:
    """What OpenAPI is told about a body that `read_message` reads."""
    schema = _inlined(kind.model_json_schema())
    return {"openapi_extra": {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}}


def takes_parameters(kind: type[BaseModel], body: Json | None = None) -> dict[str, Any]:
    """The same for parameters in the address."""
    schema = kind.model_json_schema()
    parameters = [
        {"name": name, "in": "query", "required": name in schema.get("required", ()), "schema": known}
        for name, known in schema["properties"].items()
    ]
    return {"openapi_extra": {"parameters": parameters, **({"requestBody": body} if body else {})}}


def describe_paths(router: APIRouter) -> APIRouter:
    """What OpenAPI is told about the variable parts of addresses: endpoints that take the request as it is do not name them."""
    for route in router.routes:
        if isinstance(route, APIRoute):
            named = [
                {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in route.param_convertors
            ]
            route.openapi_extra = {**(route.openapi_extra or {}), **({"parameters": named} if named else {})}
    return router


def _inlined(schema: Json) -> Json:
    """The schema with its own definitions put in their places: inside a larger document, references to them would lead nowhere."""
    definitions = schema.pop("$defs", {})

    def put_in(part: Any) -> Any:
        if isinstance(part, dict):
            if (reference := part.get("$ref", "")).startswith("#/$defs/"):
                return put_in(definitions[reference.removeprefix("#/$defs/")])
            return {name: put_in(value) for name, value in part.items()}
        return [put_in(value) for value in part] if isinstance(part, list) else part

    found: Json = put_in(schema)
    return found
