"""A page of work: shown until it is sent, taken once, answered with what comes next.

A browser with scripts sends the form in the background and tries again while the connection is gone; without scripts the form is
sent as any other. Either way the page's key makes sure that it counts once.
"""

from __future__ import annotations

from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from caesura.campaign import (
    Campaign,
    Nothing,
    Page,
    Receipt,
    Refusal,
    Worker,
    next_page_job,
    page_for,
    submit_job,
    worker_by_key,
)
from caesura.studio.annotating.answers import Fields, answers_from, field
from caesura.studio.api.body import read_bytes
from caesura.studio.api.problems import RefusedError
from caesura.studio.campaigns import WORK, Campaigns, behind_link
from caesura.studio.pages import page

#: A page of a hundred queries with a long comment is far below.
_FORM_BYTES = 512 << 10


class Working:
    """The handlers."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._store = campaigns.store
        self._limiter = campaigns.limiter

    async def show(self, request: Request) -> Response:
        """GET /annotate/{key}: instructions first, then the next page; `?after=` shows what the training says of a page."""
        key = request.path_params["key"]
        self._limiter.check(WORK, key[:64])
        worker, campaign = await behind_link(request, self._limiter, worker_by_key, self._store, key)
        if after := request.query_params.get("after"):
            outcome = await self._store.doing(submit_job(key, after, []))
            if isinstance(outcome.result, Receipt) and (outcome.result.feedback or outcome.result.warnings):
                return page(request, "annotate_feedback.html", campaign=campaign, worker=worker, receipt=outcome.result)
        if worker.pages == 0 and "begin" not in request.query_params:
            return page(request, "annotate_begin.html", campaign=campaign, worker=worker)
        given = await page_for(self._store, key)
        if isinstance(given, Refusal):
            raise RefusedError(404, given.reason, given.cure)
        if isinstance(given, Nothing):
            worker, campaign = await run_in_threadpool(worker_by_key, self._store, key)
            return page(request, "annotate_end.html", campaign=campaign, worker=worker, why=given)
        return _form(request, campaign, worker, given)

    async def take(self, request: Request) -> Response:
        """POST /annotate/{key}: a page of answers; acknowledged when it is stored."""
        key = request.path_params["key"]
        self._limiter.check(WORK, key[:64])
        fields = parse_qs((await read_bytes(request, _FORM_BYTES)).decode("utf-8", "replace"), keep_blank_values=True)
        page_key = field(fields, "page")
        worker, campaign = await behind_link(request, self._limiter, worker_by_key, self._store, key)
        given = await self._store.doing(next_page_job(key))
        # An open page says what the fields mean; a page already taken needs no answers to give its receipt again.
        current = given if isinstance(given, Page) and given.key == page_key else None
        answers = [] if current is None else answers_from(current, fields)
        outcome = await self._store.doing(submit_job(key, page_key, answers, field(fields, "comment")))
        in_background = "application/json" in request.headers.get("accept", "")
        if isinstance(outcome.result, Refusal):
            refusal = outcome.result
            if in_background:
                told = {"problem": refusal.reason, "cure": refusal.cure, "place": refusal.place}
                return JSONResponse(told | ({} if current else {"go": f"/annotate/{key}?begin=1"}), 422)
            if current is None:
                raise RefusedError(422, refusal.reason, refusal.cure)
            return _form(request, campaign, worker, current, fields, refusal)
        talk = outcome.result.feedback or outcome.result.warnings
        go = f"/annotate/{key}?after={page_key}" if talk else f"/annotate/{key}?begin=1"
        return JSONResponse({"go": go}) if in_background else RedirectResponse(go, 303)


def _form(
    request: Request, campaign: Campaign, worker: Worker, given: Page, fields: Fields | None = None, refusal: Refusal | None = None
) -> Response:
    return page(
        request,
        "annotate_page.html",
        200 if refusal is None else 422,
        campaign=campaign,
        worker=worker,
        given=given,
        fields=fields or {},
        refusal=refusal,
    )
