"""A page of work: shown until it is sent, stored once, answered with what comes next.

A browser with scripts sends the form in the background and tries again while the connection is gone; without scripts the form is
sent as any other. Either way the page's key makes sure that it counts once. A form is read by the items of its own page, whatever
happened to that page since it was given out, and stored before the next page is asked for.
"""

from __future__ import annotations

from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from caesura.campaign import Campaign, NoPage, TaskPage, Worker
from caesura.campaign.annotating import (
    Refusal,
    Standing,
    how_it_ended,
    last_page,
    page_for,
    page_of,
    receipt_of,
    standing_of,
    submit_job,
    texts_in,
    worker_by_key,
)
from caesura.studio.api.body import read_bytes
from caesura.studio.api.campaigns import WORK, Campaigns, behind_link
from caesura.studio.api.problems import RefusedError
from caesura.studio.pages.annotating.answers import Fields, answers_from, field, fields_of
from caesura.studio.pages.annotating.frame import annotator_page

#: A page of a hundred queries with a long comment is far below.
_FORM_BYTES = 512 << 10


class WorkPages:
    """The handlers."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._store = campaigns.store
        self._limiter = campaigns.limiter

    async def show(self, request: Request) -> Response:
        """GET /annotate/{key}: instructions first, then the next page.

        `?after=` shows what the training says of a page, `?last=1` the page that was sent last, to be corrected.
        """
        key = request.path_params["key"]
        await self._limiter.check(WORK, key[:64])
        worker, campaign = await behind_link(request, self._limiter, worker_by_key, self._store, key)
        if after := request.query_params.get("after"):
            receipt = await run_in_threadpool(receipt_of, self._store, key, after)
            if receipt is not None and (receipt.feedback or receipt.warnings):
                return annotator_page(request, "annotate_feedback.html", campaign, worker=worker, receipt=receipt)
        if worker.pages == 0 and "begin" not in request.query_params:
            return annotator_page(request, "annotate_begin.html", campaign, worker=worker)
        last = await run_in_threadpool(last_page, self._store, key)
        if last is not None and "last" in request.query_params:
            return _form(request, campaign, worker, last.page, fields_of(last), correcting=True)
        given = await page_for(self._store, key)
        if isinstance(given, Refusal):
            raise RefusedError(404, given.reason, given.cure)
        if isinstance(given, NoPage):
            worker, campaign = await run_in_threadpool(worker_by_key, self._store, key)
            ended = await run_in_threadpool(how_it_ended, self._store, worker, campaign, given)
            again = last is not None
            return annotator_page(request, "annotate_end.html", campaign, worker=worker, why=given, ended=ended, can_correct=again)
        standing = await run_in_threadpool(standing_of, self._store, worker, campaign, given)
        kept = _kept_in_address(request, given)
        return _form(request, campaign, worker, given, kept, can_correct=last is not None, standing=standing)

    async def take(self, request: Request) -> Response:
        """POST /annotate/{key}: a page of answers; acknowledged when it is stored."""
        key = request.path_params["key"]
        await self._limiter.check(WORK, key[:64])
        fields = parse_qs((await read_bytes(request, _FORM_BYTES)).decode("utf-8", "replace"), keep_blank_values=True)
        page_key, correcting = field(fields, "page"), field(fields, "correct") == "1"
        worker, campaign = await behind_link(request, self._limiter, worker_by_key, self._store, key)
        sent = await run_in_threadpool(page_of, self._store, key, page_key)
        answers = [] if sent is None else answers_from(sent, fields)
        job = submit_job(key, page_key, answers, field(fields, "comment"), correct=correcting)
        result = (await self._store.run_async(job)).result
        in_background = "application/json" in request.headers.get("accept", "")
        if isinstance(result, Refusal):
            if in_background:
                return JSONResponse(_refusal_document(result, key, campaign), 422)
            if sent is None:
                raise RefusedError(422, result.reason, result.cure)
            return _form(request, campaign, worker, sent, fields, result, correcting=correcting)
        shows_more = not correcting and (result.feedback or result.warnings)
        go = f"/annotate/{key}?after={page_key}" if shows_more else f"/annotate/{key}?begin=1"
        return JSONResponse({"go": go}) if in_background else RedirectResponse(go, 303)


def _kept_in_address(request: Request, given: TaskPage) -> Fields | None:
    """What a browser without scripts has clicked on this page so far: the form puts it into the address when asked to keep it."""
    fields = parse_qs(request.url.query, keep_blank_values=True)
    return fields if field(fields, "begin") == "kept" and field(fields, "page") == given.key else None


def _refusal_document(refusal: Refusal, key: str, campaign: Campaign) -> dict[str, object]:
    """For the script: what to say, where, and where to go on where the page cannot be sent any more."""
    texts = texts_in(campaign.plan.language)
    # The language's own text says all; what to do is known in English only.
    reason, cure = texts["refusals"].get(refusal.code, refusal.reason), "" if refusal.code in texts["refusals"] else refusal.cure
    said = f"{texts['page']['not_sent' if refusal.again else 'not_stored']}: {reason}"
    found: dict[str, object] = {"problem": said, "cure": cure, "place": refusal.place}
    return found if refusal.again else found | {"go": f"/annotate/{key}?begin=1"}


def _form(
    request: Request,
    campaign: Campaign,
    worker: Worker,
    given: TaskPage,
    fields: Fields | None = None,
    refusal: Refusal | None = None,
    *,
    correcting: bool = False,
    can_correct: bool = False,
    standing: Standing | None = None,
) -> Response:
    """`can_correct` offers to go back to the page before this one; `correcting` is that page."""
    return annotator_page(
        request,
        "annotate_page.html",
        campaign,
        200 if refusal is None else 422,
        standing=standing,
        worker=worker,
        given=given,
        fields=fields or {},
        kept=fields is not None and refusal is None and not correcting,
        refusal=refusal,
        correcting=correcting,
        can_correct=can_correct,
    )
