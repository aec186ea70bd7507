"""Who may see the studio: everybody on the machine it runs on, elsewhere only those who signed in.

Annotators need their link alone."""

from __future__ import annotations

from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from caesura.campaign import StoreError
from caesura.studio.api.campaigns import Identity
from caesura.studio.api.entrance import is_local, refuse
from caesura.studio.api.problems import RefusedError
from caesura.studio.pages.problems import wants_page

#: Annotators' links and what their pages show; the campaigns' API asks for tokens itself.
_OPEN_BELOW = ("/join/", "/annotate/", "/pictures/", "/static/", "/v1/join/", "/v1/work/", "/v1/campaigns")
#: Where one signs in, and whether the server answers at all.
_OPEN = ("/campaigns", "/campaigns/sign-in", "/campaigns/account", "/v1/session", "/healthz")


def visitor(request: Request) -> str | None:
    """The name of whoever is asking; None on the studio's own machine, where nobody needs one and everything is shown."""
    visitor: str | None = request.scope.get("state", {}).get("visitor")
    return visitor


class SignInGate:
    """Middleware."""

    def __init__(self, app: ASGIApp, identity: Identity) -> None:
        self._app = app
        self._identity = identity

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or is_local(scope) or scope["path"] in _OPEN or scope["path"].startswith(_OPEN_BELOW):
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            owner = await self._identity.anyone(request)
        except StoreError as error:
            refusal = RefusedError(503, error.problem, error.cure)
            await (await refuse(scope, receive, refusal))(scope, receive, send)
            return
        except RefusedError as error:
            if error.status == 401 and scope["method"] == "GET" and wants_page(request):
                wanted = scope["path"] + (f"?{scope['query_string'].decode('latin-1')}" if scope["query_string"] else "")
                await RedirectResponse(f"/campaigns?next={quote(wanted)}", 303)(scope, receive, send)
            else:
                await (await refuse(scope, receive, error))(scope, receive, send)
            return
        scope.setdefault("state", {})["visitor"] = owner.name
        await self._app(scope, receive, send)
