"""The annotators' part of the API: join by a link, get a page, send it back."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from caesura.campaign import NoPage, Store, TaskPage
from caesura.campaign.annotating import (
    Ended,
    PlatformIds,
    Receipt,
    Refusal,
    how_it_ended,
    join_job,
    last_page,
    page_for,
    submit_job,
    worker_by_key,
)
from caesura.studio.api.body import read_message
from caesura.studio.api.campaigns.documents import page_document, receipt_document
from caesura.studio.api.campaigns.identity import address_of
from caesura.studio.api.campaigns.limiter import JOIN, WORK, WRONG, Limiter
from caesura.studio.api.campaigns.links import behind_link
from caesura.studio.api.campaigns.messages import Answers, Joining
from caesura.studio.api.problems import RefusedError
from caesura.studio.api.routing import Routes, answer

#: A hundred long answers fit.
MOST_BYTES = 2 << 20

#: What a refused page means over HTTP; the others are conflicts with what has happened meanwhile.
_STATUSES = {"unknown-key": 404, "unknown-link": 404, "unknown-page": 404, "malformed": 422, "full": 409, "needs-id": 403}


def work_routes(store: Store, limiter: Limiter) -> Routes:
    routes = Routes("annotators")

    @routes.post("/v1/join/{link}", body=Joining, status=201, problems=(400, 403, 404, 409, 413, 422, 429, 503))
    async def join(request: Request) -> Response:
        """Join a campaign by its link; the key that comes back is the worker's own link from then on."""
        await limiter.check(JOIN, address_of(request))
        asked = await read_message(request, Joining, MOST_BYTES)
        found = await store.run_async(
            join_job(request.path_params["link"], PlatformIds(asked.external, asked.study, asked.session, asked.country))
        )
        if isinstance(found, Refusal):
            raise await _refused(request, found)
        return answer({"key": found.key, "name": found.name}, 201)

    @routes.get("/v1/work/{key}", problems=(404, 429))
    async def worker(request: Request) -> Response:
        """What a worker is asked to do, and what they have done."""
        key = await _key(request)
        found, campaign = await behind_link(request, limiter, worker_by_key, store, key)
        done = {"pages": found.pages, "answers": found.answers, "state": found.state.value, "reason": found.reason}
        asked = {"campaign": campaign.name, "task": campaign.task, "state": campaign.state.value}
        return answer({**asked, "instructions": campaign.plan.instructions, "worker": {"name": found.name, **done}})

    @routes.post("/v1/work/{key}/page", problems=(404, 429, 503))
    async def next_page(request: Request) -> Response:
        """The next page. The same comes again until it is sent back or its time is up."""
        found = await page_for(store, await _key(request))
        if isinstance(found, Refusal):
            raise await _refused(request, found)
        return answer(page_document(found, await _ended(request, found)))

    @routes.get("/v1/work/{key}/last", problems=(404, 429))
    async def last(request: Request) -> Response:
        """The page sent last with its answers, while it can be corrected (send it again with "correct": true)."""
        key = await _key(request)
        await behind_link(request, limiter, worker_by_key, store, key)
        found = await run_in_threadpool(last_page, store, key)
        if found is None:
            return answer({"page": None})
        return answer({"page": page_document(found.page)["page"], "answers": list(found.answers), "comment": found.comment})

    @routes.post("/v1/work/{key}/answers", body=Answers, problems=(400, 404, 409, 413, 422, 429, 503))
    async def submit(request: Request) -> Response:
        """Send a page back. When this is answered, the answers are stored; sent again, they count once."""
        key = await _key(request)
        asked = await read_message(request, Answers, MOST_BYTES)
        outcome = await store.run_async(
            submit_job(key, asked.page, asked.answers, asked.comment, correct=asked.correct, then_next=asked.next)
        )
        if not isinstance(outcome.result, Receipt):
            raise await _refused(request, outcome.result)
        document = {"receipt": receipt_document(outcome.result)}
        if not asked.next:
            return answer(document)
        following = outcome.next if outcome.next is not None and outcome.next is not NoPage.DONE else await page_for(store, key)
        if isinstance(following, Refusal):
            raise await _refused(request, following)
        return answer(document | page_document(following, await _ended(request, following)))

    async def _key(request: Request) -> str:
        key: str = request.path_params["key"]
        await limiter.check(WORK, key[:64])
        return key

    async def _ended(request: Request, found: TaskPage | NoPage) -> Ended | None:
        if isinstance(found, TaskPage):
            return None
        worker, campaign = await run_in_threadpool(worker_by_key, store, request.path_params["key"])
        return await run_in_threadpool(how_it_ended, store, worker, campaign, found)

    async def _refused(request: Request, refusal: Refusal) -> RefusedError:
        status = _STATUSES.get(refusal.code, 409)
        if status == 404:
            await limiter.check(WRONG, address_of(request))
        return RefusedError(status, refusal.reason, refusal.cure)

    return routes
