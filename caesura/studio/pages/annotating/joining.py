"""Joining by a campaign's link. Only a click joins: a program that merely looks at the link creates no worker.

Platforms such as Prolific send the worker's id along (`?PROLIFIC_PID=...`); who comes again with the same id is the same worker.
"""

from __future__ import annotations

from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from caesura.campaign import Campaign, UnknownError
from caesura.campaign.annotating import PlatformIds, Refusal, campaign_by_link, join_job, worker_by_key
from caesura.studio.api.body import read_bytes
from caesura.studio.api.campaigns import JOIN, WRONG, Campaigns, address_of, behind_link
from caesura.studio.api.entrance import is_secure
from caesura.studio.api.problems import RefusedError
from caesura.studio.pages.annotating.answers import field
from caesura.studio.pages.annotating.frame import annotator_page

#: The names platforms give to the worker's id.
WORKER_IDS = ("PROLIFIC_PID", "workerId", "worker_id", "worker", "participantId")
STUDY_IDS = ("STUDY_ID", "hitId", "study_id", "study")
SESSION_IDS = ("SESSION_ID", "assignmentId", "session_id", "session")
#: A platform that can fill in where the worker lives names it so.
COUNTRIES = ("country", "COUNTRY", "country_of_residence")

#: In which worker a browser has come by a link, so that whoever was removed does not come back by it as somebody else.
_COOKIE = "caesura-worker"
_COOKIE_SECONDS = 180 * 24 * 3600

_FORM_BYTES = 16 << 10


class JoinPages:
    """The handlers."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._store = campaigns.store
        self._limiter = campaigns.limiter

    async def greet(self, request: Request) -> Response:
        """GET /join/{link}: what this is, and a button."""
        campaign = await behind_link(request, self._limiter, campaign_by_link, self._store, request.path_params["link"])
        asked = request.query_params
        ids = {
            kind: next((asked[name].strip() for name in names if asked.get(name, "").strip()), "")
            for kind, names in (("worker", WORKER_IDS), ("study", STUDY_IDS), ("session", SESSION_IDS), ("country", COUNTRIES))
        }
        before = await run_in_threadpool(self._before, request, campaign) if not ids["worker"] else None
        return annotator_page(request, "annotate_join.html", campaign, ids=ids, before=before)

    async def join(self, request: Request) -> Response:
        """POST /join/{link}: a worker with a link of their own."""
        fields = parse_qs((await read_bytes(request, _FORM_BYTES)).decode("utf-8", "replace"))
        await self._limiter.check(JOIN, address_of(request))
        named = (field(fields, name).strip() or None for name in ("external", "study", "session", "country"))
        before = request.cookies.get(_COOKIE)
        found = await self._store.run_async(join_job(request.path_params["link"], PlatformIds(*named), before=before))
        if isinstance(found, Refusal):
            if found.code != "unknown-link":
                raise RefusedError(403 if found.code == "needs-id" else 409, found.reason, found.cure)
            await self._limiter.check(WRONG, address_of(request))
            raise RefusedError(404, found.reason, found.cure)
        response = RedirectResponse(f"/annotate/{found.key}", 303)
        path, secure = f"/join/{request.path_params['link']}", is_secure(request)
        response.set_cookie(_COOKIE, found.key, _COOKIE_SECONDS, path=path, httponly=True, samesite="lax", secure=secure)
        return response

    def _before(self, request: Request, campaign: Campaign) -> str | None:
        """The key of the worker as whom this browser came to this campaign before."""
        try:
            worker, theirs = worker_by_key(self._store, request.cookies.get(_COOKIE, ""))
        except UnknownError:
            return None
        return worker.key if theirs.id == campaign.id else None
