"""Reading what a client sent: bounded in size, UTF-8, JSON of the right form; anything else is refused in one line."""

from __future__ import annotations

from typing import Any, TypeVar
from urllib.parse import parse_qsl

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json
from starlette.requests import Request

from caesura.shapes import shown
from caesura.studio.api.problems import RefusedError

Message = TypeVar("Message", bound=BaseModel)

_SEND_LESS = "send less at once"
#: Where the limit is a setting of the server.
SEND_LESS_OR_ALLOW_MORE = "send it in parts, or start caesura serve with a larger --max-bytes"


async def read_bytes(request: Request, most: int, cure: str = _SEND_LESS) -> bytes:
    """The whole body, read no further than the limit."""
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > most:
        raise _too_large(most, cure)
    pieces: list[bytes] = []
    size = 0
    async for piece in request.stream():
        size += len(piece)
        if size > most:
            raise _too_large(most, cure)
        pieces.append(piece)
    return b"".join(pieces)


async def read_message(request: Request, kind: type[Message], most: int, cure: str = _SEND_LESS) -> Message:
    """The body as JSON of this form. The content type is not looked at: there is only one it could be."""
    raw = await read_bytes(request, most, cure)
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RefusedError(400, f"byte {error.start + 1} of the body is not UTF-8", "send UTF-8") from None
    try:
        content = from_json(raw)
    except ValueError as error:
        raise RefusedError(400, f"the body is not JSON: {error}", "send one JSON object") from None
    return _of_that_form(kind, content, strict=True)


def read_parameters(request: Request, kind: type[Message]) -> Message:
    """The query part of the address, as the same form; a name given twice is an error, not a choice of ours."""
    raw: bytes = request.scope["query_string"]
    try:
        pairs = parse_qsl(raw.decode("utf-8"), keep_blank_values=True, errors="strict")
    except UnicodeDecodeError:
        raise RefusedError(400, "the address is not UTF-8 when unescaped", "send UTF-8, percent-encoded") from None
    given = dict(pairs)
    if len(given) < len(pairs):
        raise RefusedError(422, "a parameter is given twice", "give each once")
    # Numbers come as text here; only here may "3" stand for 3.
    return _of_that_form(kind, given, strict=False)


def _too_large(most: int, cure: str) -> RefusedError:
    return RefusedError(413, f"the body has more than {most:,} bytes", cure)


def _of_that_form(kind: type[Message], content: object, *, strict: bool) -> Message:
    names = [field.alias or name for name, field in kind.model_fields.items()]
    if not isinstance(content, dict):
        raise RefusedError(422, "the body is not a JSON object", f"send one with: {', '.join(names)}")
    # Looked for here and not by the model, which would list every single one of a million unknown names.
    unknown = next((name for name in content if name not in names), None)
    if unknown is not None:
        raise RefusedError(422, f"no field is called {shown(unknown)}", f"use: {', '.join(names)}")
    try:
        return kind.model_validate(content, strict=strict)
    except ValidationError as error:
        first: Any = error.errors(include_url=False, include_input=False)[0]
        place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in first["loc"]).lstrip(".")
        message = first["msg"].removeprefix("Value error, ")
        raise RefusedError(422, f"{place}: {message}" if place else message, "see /docs") from None
