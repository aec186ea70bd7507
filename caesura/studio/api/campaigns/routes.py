"""Adding campaigns to an application: routes, headers, and how the store's errors are answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from caesura.campaign import Store, StoreError, UnknownError
from caesura.campaign.accounts import SharedLimits
from caesura.foundation import InputError
from caesura.studio.api.campaigns.annotators import work_routes
from caesura.studio.api.campaigns.identity import Identity
from caesura.studio.api.campaigns.limiter import Limiter
from caesura.studio.api.campaigns.owners import owner_routes
from caesura.studio.api.campaigns.sessions import Signing, signing_routes
from caesura.studio.api.problems import RefusedError
from caesura.studio.api.routing import Application

#: 100,000 items with paragraphs do not fit in one request; they can be added in parts.
MOST_BYTES = 32 << 20


@dataclass(frozen=True)
class Campaigns:
    """What pages for people share with the API: one limiter, one way to know who is asking."""

    store: Store
    limiter: Limiter
    identity: Identity
    signing: Signing


def add_campaigns(app: Application, store: Store, *, most_bytes: int = MOST_BYTES, processes: int = 1) -> Campaigns:
    """The JSON API under /v1/campaigns, /v1/session, /v1/join and /v1/work; `processes` share its limits."""
    limiter = Limiter(processes=processes, shared=SharedLimits(store) if SharedLimits.are_kept_by(store) else None)
    identity = Identity(store, limiter)
    signing = Signing(store, limiter)
    for routes in (signing_routes(signing, identity), owner_routes(store, identity, most_bytes), work_routes(store, limiter)):
        app.include(routes)
    for kind, status in ((UnknownError, 404), (StoreError, 503)):
        app.add_exception_handler(kind, _as_refusal(app, status))
    found = app.state.campaigns = Campaigns(store, limiter, identity, signing)
    return found


def _as_refusal(app: Application, status: int) -> Any:
    async def handler(request: Request, error: Exception) -> Response:
        if not isinstance(error, InputError):
            raise error
        # Whoever tells refusals (as JSON, or as a page for people) tells this one.
        answered = app.exception_handlers[RefusedError](request, RefusedError(status, error.problem, error.cure))
        return answered if isinstance(answered, Response) else await answered

    return handler
