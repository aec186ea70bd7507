"""Joining by a campaign's link. Only a click joins: a program that merely looks at the link creates no worker.

Platforms such as Prolific send the worker's id along (`?PROLIFIC_PID=...`); who comes again with the same id is the same worker.
"""

from __future__ import annotations

from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from caesura.campaign import Refusal, campaign_by_link, join_job
from caesura.studio.api.body import read_bytes
from caesura.studio.api.campaigns import JOIN, WRONG, Campaigns, address_of, behind_link
from caesura.studio.api.problems import RefusedError
from caesura.studio.pages import page
from caesura.studio.pages.annotating.answers import field

#: The names platforms give to the worker's id.
WORKER_IDS = ("PROLIFIC_PID", "workerId", "worker_id", "worker", "participantId")

_FORM_BYTES = 16 << 10


class JoinPages:
    """The handlers."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._store = campaigns.store
        self._limiter = campaigns.limiter

    async def greet(self, request: Request) -> Response:
        """GET /join/{link}: what this is, and a button."""
        campaign = await behind_link(request, self._limiter, campaign_by_link, self._store, request.path_params["link"])
        given = next((request.query_params[name] for name in WORKER_IDS if request.query_params.get(name)), "")
        return page(request, "annotate_join.html", campaign=campaign, external=given)

    async def join(self, request: Request) -> Response:
        """POST /join/{link}: a worker with a link of their own."""
        fields = parse_qs((await read_bytes(request, _FORM_BYTES)).decode("utf-8", "replace"))
        self._limiter.check(JOIN, address_of(request))
        external = field(fields, "external").strip() or None
        found = await self._store.run_async(join_job(request.path_params["link"], external))
        if isinstance(found, Refusal):
            if found.code != "unknown-link":
                raise RefusedError(409, found.reason, found.cure)
            self._limiter.check(WRONG, address_of(request))
            raise RefusedError(404, found.reason, found.cure)
        return RedirectResponse(f"/annotate/{found.key}", 303)
