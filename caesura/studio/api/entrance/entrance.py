"""The entrance: requests for hosts that are not ours, and changes that another site asks for, are refused before they are read.

Browsers say where a request comes from, in Sec-Fetch-Site and Origin; other sites cannot leave these out. Programs send neither.
"""

from __future__ import annotations

import asyncio
from time import monotonic

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from caesura.studio.access import Access, host_of, is_loopback
from caesura.studio.api.entrance.guard_headers import GuardHeaders
from caesura.studio.api.problems import RefusedError

#: Seconds for the next piece of a body, and for the whole of it.
PIECE_SECONDS = 20.0
BODY_SECONDS = 600.0

_HARMLESS = ("GET", "HEAD", "OPTIONS")
_PORTS = {"http": ":80", "https": ":443"}
#: Whoever sends one of these is a proxy, or speaks through one.
_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via")


def guard_entrance(app: Starlette, access: Access | None) -> None:
    """Set it up as the outermost part of an application. Without an `access` every host is answered: the API alone, which has
    nothing to hide, may be called by any name."""
    app.state.access = access or Access()
    app.add_middleware(Entrance, checks_host=access is not None)
    app.add_middleware(GuardHeaders)
    if access is not None and access.proxies:
        from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=list(access.proxies))


class Entrance:
    """Middleware."""

    def __init__(self, app: ASGIApp, *, checks_host: bool) -> None:
        self._app = app
        self._checks_host = checks_host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers, access = Headers(scope=scope), scope["app"].state.access
        try:
            if self._checks_host and not access.admits(headers.get("host", "")):
                raise RefusedError(421, "this server is not known by that name", "use the address it was given out with")
            if scope["method"] not in _HARMLESS:
                check_origin(headers, scope["scheme"], access)
        except RefusedError as error:
            await (await refuse(scope, receive, error))(scope, receive, send)
            return
        await self._app(scope, _patient(receive), send)


async def refuse(scope: Scope, receive: Receive, error: RefusedError) -> Response:
    """The refusal as the application tells all of them: JSON for programs, a page for people."""
    answered = scope["app"].exception_handlers[RefusedError](Request(scope, receive), error)
    return answered if isinstance(answered, Response) else await answered


def check_origin(headers: Headers, scheme: str, access: Access) -> None:
    """403 for a change that another site's page asks for."""
    refused = RefusedError(403, "the request comes from another site", "open the page here and send it again")
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None and site not in ("same-origin", "none"):
        raise refused
    if origin is None or (origin == "null" and site is not None):
        return
    here = f"{scheme}://{headers.get('host', '')}".lower()
    if _plain(origin) not in {_plain(one) for one in (here, access.origin) if one}:
        raise refused


def _plain(origin: str) -> str:
    """Without the port that its scheme means anyway."""
    origin = origin.lower()
    return origin.removesuffix(_PORTS.get(origin.partition(":")[0], "\0"))


def is_local(scope: Scope) -> bool:
    """Whether this request comes from the machine itself, by a name of it, to a server that is there for nobody else."""
    headers = Headers(scope=scope)
    access: Access = scope["app"].state.access
    through_proxy = any(name in headers for name in _FORWARDED)
    return access.is_loopback and not through_proxy and is_loopback(host_of(headers.get("host", "")))


def _patient(receive: Receive) -> Receive:
    """A body that does not go on arriving is given up; what comes after the body is waited for as long as it takes."""
    end = monotonic() + BODY_SECONDS
    is_whole = False

    async def received() -> Message:
        nonlocal is_whole
        if is_whole:
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), max(0.0, min(PIECE_SECONDS, end - monotonic())))
        except TimeoutError:
            raise RefusedError(408, "the request did not arrive completely", "send it again", {"Connection": "close"}) from None
        is_whole = message["type"] != "http.request" or not message.get("more_body", False)
        return message

    return received
