"""Who is asking? An owner, by token or by the cookie of a browser that signed in.

A token is sent on purpose. A cookie is sent by the browser with every request, whoever caused it: so what a cookie may change
needs the session's CSRF token as well, in a header or a field of the form.
"""

from __future__ import annotations

import hmac

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from caesura.campaign import Owner, Store
from caesura.campaign.accounts import Session, owner_by_token, session_of
from caesura.studio.api.campaigns.limiter import OWNER, WRONG, Limiter
from caesura.studio.api.problems import RefusedError

COOKIE = "caesura-session"
CSRF_HEADER = "x-csrf-token"
_HARMLESS = ("GET", "HEAD", "OPTIONS")
_UNKNOWN = "nobody is signed in"
_CURE = "sign in, or send your token as Authorization: Bearer"


class Identity:
    """The owner behind a request."""

    def __init__(self, store: Store, limiter: Limiter) -> None:
        self._store = store
        self._limiter = limiter

    async def owner(self, request: Request, csrf: str | None = None) -> Owner:
        """The owner, or a refusal (401, 403). `csrf` is the token where it came in a form and not in the header."""
        return await self._found(request, csrf if csrf is not None else request.headers.get(CSRF_HEADER, ""))

    async def anyone(self, request: Request) -> Owner:
        """The owner who merely comes in, by token or cookie: what they change is guarded where it is changed."""
        return await self._found(request, None)

    async def _found(self, request: Request, csrf: str | None) -> Owner:
        bearer = request.headers.get("authorization", "")
        if bearer[:7].lower() == "bearer ":
            found = await run_in_threadpool(owner_by_token, self._store, bearer[7:].strip())
            if found is None:
                await self._limiter.check(WRONG, address_of(request))
                raise RefusedError(401, "the token is not known", _CURE, {"WWW-Authenticate": "Bearer"})
        else:
            session = await self.session(request)
            if session is None:
                raise RefusedError(401, _UNKNOWN, _CURE, {"WWW-Authenticate": "Bearer"})
            if request.method not in _HARMLESS and csrf is not None:
                check_csrf(session, csrf)
            found = session.owner
        await self._limiter.check(OWNER, str(found.id))
        return found

    async def session(self, request: Request) -> Session | None:
        """The session of the request's cookie, for pages that show something else to those who have not signed in."""
        cookie = request.cookies.get(COOKIE, "")
        return await run_in_threadpool(session_of, self._store, cookie) if cookie else None


def check_csrf(session: Session, given: str) -> None:
    if not hmac.compare_digest(session.csrf.encode(), given.encode("utf-8", "surrogatepass")):
        raise RefusedError(403, "the request did not come from our own page", "reload the page and try again")


def address_of(request: Request) -> str:
    """The address limits are kept for. No header is believed: anyone can write one."""
    return request.client.host if request.client is not None else "unknown"
