"""Routes that hand a request over as it is, and what OpenAPI is told about them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
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
    return {
        "openapi_extra": {"requestBody": {"required": True, "content": {"application/json": {"schema": kind.model_json_schema()}}}}
    }


def takes_parameters(kind: type[BaseModel], body: Json | None = None) -> dict[str, Any]:
    """The same for parameters in the address."""
    schema = kind.model_json_schema()
    parameters = [
        {"name": name, "in": "query", "required": name in schema.get("required", ()), "schema": known}
        for name, known in schema["properties"].items()
    ]
    return {"openapi_extra": {"parameters": parameters, **({"requestBody": body} if body else {})}}
