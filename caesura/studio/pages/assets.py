"""Style sheets and scripts: files of the package, named after their content so that browsers may keep them for good.

htmx is its npm package's file, unchanged (requirements/vendored.txt). Where it is not loaded every page still works: forms are
sent as a whole and the answer is a whole page.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response

_KINDS = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8"}


def address(name: str) -> str:
    """Where a page finds the file."""
    return f"/static/{_digest(name)}/{name}"


def is_here(name: str) -> bool:
    return name in _files()


async def asset(request: Request) -> Response:
    """GET /static/{digest}/{name}: only what `_files` lists is served, whatever the address says."""
    name = request.path_params["name"]
    if not is_here(name):
        return Response("no such file", 404, media_type="text/plain")
    headers = {"X-Content-Type-Options": "nosniff", "Cache-Control": "public, max-age=31536000, immutable"}
    return Response(_content(name), headers=headers, media_type=_KINDS[name[name.rindex(".") :]])


@cache
def _files() -> dict[str, Traversable]:
    # What tasks look like is the campaigns' own: platforms get it too.
    folders = (
        files("caesura.foundation.page"),
        files("caesura.campaign").joinpath("tasks"),
        files("caesura.studio").joinpath("static"),
    )
    return {file.name: file for folder in folders for file in folder.iterdir() if file.name.endswith(tuple(_KINDS))}


@cache
def _content(name: str) -> bytes:
    return _files()[name].read_bytes()


@cache
def _digest(name: str) -> str:
    return hashlib.sha256(_content(name)).hexdigest()[:12]
