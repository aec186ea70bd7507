"""Signing in and out: a cookie for browsers, kept from scripts and from other sites."""

from __future__ import annotations

import asyncio

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from caesura.campaign import Store
from caesura.campaign.accounts import Session, device_of, new_device, sign_in, sign_out
from caesura.studio.api.body import read_message
from caesura.studio.api.campaigns.identity import COOKIE, CSRF_HEADER, Identity, address_of, check_csrf
from caesura.studio.api.campaigns.limiter import SIGN_IN, SIGN_IN_AS, SIGN_IN_FROM, Limiter
from caesura.studio.api.campaigns.messages import SignIn
from caesura.studio.api.entrance import is_secure
from caesura.studio.api.problems import RefusedError
from caesura.studio.api.routing import Routes, answer

_MOST_BYTES = 16 << 10

#: What a browser that has signed in shows next time, so that strangers' wrong guesses do not lock it out.
DEVICE_COOKIE = "caesura-device"
_DEVICE_SECONDS = 180 * 24 * 3600


class Signing:
    """Signing in, for the API and for the page with the form. Hashing a password is made to be costly: few at a time."""

    def __init__(self, store: Store, limiter: Limiter) -> None:
        self._store = store
        self._limiter = limiter
        self._hashing = asyncio.Semaphore(2)

    async def sign_in(self, request: Request, name: str, password: str) -> tuple[Session, str]:
        """A session and its cookie's value; 401 where the name or the password is wrong, 429 for who tries too often."""
        if "\0" in name:
            raise _WRONG
        device = await run_in_threadpool(device_of, self._store, name, request.cookies.get(DEVICE_COOKIE, ""))
        limits = [(SIGN_IN, f"device {device} as {name}")]
        if device is None:
            address = address_of(request)
            limits = [(SIGN_IN, f"{address} as {name}"), (SIGN_IN_FROM, address), (SIGN_IN_AS, f"name {name}")]
        for limit, key in limits:
            await self._limiter.check(limit, key)
        async with self._hashing:
            found = await run_in_threadpool(sign_in, self._store, name, password)
        if found is None:
            raise _WRONG
        # Only wrong guesses count.
        for limit, key in limits:
            await self._limiter.give_back(limit, key)
        return found

    async def set_cookies(self, request: Request, response: Response, session: Session, token: str) -> None:
        """The session's, and the one by which this device is known from now on."""
        secure = is_secure(request)
        response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure, path="/")
        device = await run_in_threadpool(new_device, self._store, session.owner.name)
        response.set_cookie(DEVICE_COOKIE, device, _DEVICE_SECONDS, httponly=True, samesite="strict", secure=secure, path="/")

    async def sign_out(self, request: Request, response: Response) -> None:
        if token := request.cookies.get(COOKIE):
            await run_in_threadpool(sign_out, self._store, token)
        response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict", secure=is_secure(request))


_WRONG = RefusedError(401, "the name or the password is wrong", "check both; a token works as well")


def signing_routes(signing: Signing, identity: Identity) -> Routes:
    routes = Routes("owners")

    @routes.post("/v1/session", body=SignIn, problems=(400, 401, 403, 413, 415, 422, 429))
    async def begin(request: Request) -> Response:
        """Sign in: sets a cookie; the CSRF token goes along with everything that changes something."""
        # A form of another site can send text that happens to be JSON, but it cannot say that it is.
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise RefusedError(415, "the request is not marked as JSON", "send Content-Type: application/json")
        asked = await read_message(request, SignIn, _MOST_BYTES)
        session, token = await signing.sign_in(request, asked.name, asked.password)
        response = answer({"owner": session.owner.name, "csrf": session.csrf})
        await signing.set_cookies(request, response, session, token)
        return response

    @routes.get("/v1/session", problems=(401,))
    async def current(request: Request) -> Response:
        """Who is signed in."""
        session = await identity.session(request)
        if session is None:
            raise RefusedError(401, "nobody is signed in", "sign in at POST /v1/session")
        return answer({"owner": session.owner.name, "csrf": session.csrf})

    @routes.delete("/v1/session", status=204, problems=(403,))
    async def end(request: Request) -> Response:
        """Sign out."""
        session = await identity.session(request)
        if session is not None:
            check_csrf(session, request.headers.get(CSRF_HEADER, ""))
        response = Response(status_code=204)
        await signing.sign_out(request, response)
        return response

    return routes
