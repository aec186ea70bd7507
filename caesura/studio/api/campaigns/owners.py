"""The owners' part of the API: create, watch, decide, export. Nobody sees another's campaign: to them it does not exist."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from caesura.campaign import (
    Campaign,
    CampaignState,
    Store,
    add_items,
    campaigns_of,
    create_campaign,
    events_of,
    export_answers,
    figures,
    open_campaign,
    plan_from,
    progress,
    set_state,
    task_named,
    workers_of,
)
from caesura.campaign.managing import ask_where_unsure, clear_review, decide_page, invite, remove_worker
from caesura.studio.api.body import read_message
from caesura.studio.api.campaigns.documents import campaign_document, worker_document
from caesura.studio.api.campaigns.export import EXPORTED_FILE, export_response
from caesura.studio.api.campaigns.identity import Identity
from caesura.studio.api.campaigns.messages import Decision, Invitations, MoreItems, NewCampaign, NewState, Removal
from caesura.studio.api.routing import Routes, answer

T = TypeVar("T")
_SMALL = 64 << 10
_PROBLEMS = (400, 401, 403, 404, 413, 422, 429, 503)


def owner_routes(store: Store, identity: Identity, most_bytes: int) -> Routes:
    routes = Routes("owners")

    async def mine(request: Request) -> Campaign:
        owner = await identity.owner(request)
        return await run_in_threadpool(open_campaign, store, request.path_params["campaign"], owner)

    async def doing(work: Callable[..., T], request: Request, *arguments: Any, **named: Any) -> T:
        return await run_in_threadpool(work, store, await mine(request), *arguments, **named)

    @routes.post("/v1/campaigns", body=NewCampaign, status=201, problems=_PROBLEMS)
    async def create(request: Request) -> Response:
        """Create a campaign. With ordinary items it is open at once; its link invites annotators."""
        owner = await identity.owner(request)
        asked = await read_message(request, NewCampaign, most_bytes)
        plan = plan_from({"items_per_page": task_named(asked.task).items_per_page, **asked.plan})
        items = [each.item() for each in asked.items]
        campaign = await run_in_threadpool(create_campaign, store, owner, asked.name, asked.task, items, plan)
        return answer(campaign_document(campaign), 201)

    @routes.get("/v1/campaigns", problems=_PROBLEMS)
    async def campaigns(request: Request) -> Response:
        """Your campaigns, the newest first."""
        campaigns = await run_in_threadpool(campaigns_of, store, await identity.owner(request))
        return answer({"campaigns": [campaign_document(campaign) for campaign in campaigns]})

    @routes.get("/v1/campaigns/{campaign}", problems=_PROBLEMS)
    async def one(request: Request) -> Response:
        """One of your campaigns."""
        return answer(campaign_document(await mine(request)))

    @routes.post("/v1/campaigns/{campaign}/items", body=MoreItems, problems=_PROBLEMS)
    async def items(request: Request) -> Response:
        """Add items."""
        campaign = await mine(request)
        asked = await read_message(request, MoreItems, most_bytes)
        added = await run_in_threadpool(add_items, store, campaign, [each.item() for each in asked.items])
        return answer({"added": added})

    @routes.post("/v1/campaigns/{campaign}/state", body=NewState, problems=_PROBLEMS)
    async def state(request: Request) -> Response:
        """Open, pause or close a campaign."""
        asked = await read_message(request, NewState, _SMALL)
        return answer(campaign_document(await doing(set_state, request, CampaignState(asked.state))))

    @routes.get("/v1/campaigns/{campaign}/progress", problems=_PROBLEMS)
    async def how_far(request: Request) -> Response:
        """How far it is, when it will be done, what it costs."""
        return answer((await doing(progress, request)).document())

    @routes.get("/v1/campaigns/{campaign}/figures", problems=_PROBLEMS)
    async def all_figures(request: Request) -> Response:
        """Everything a dashboard shows: progress, agreement, bias, workers, items that split the crowd."""
        return answer(await doing(figures, request))

    @routes.get("/v1/campaigns/{campaign}/workers", problems=_PROBLEMS)
    async def workers(request: Request) -> Response:
        """The workers; with ?review=true those to be reviewed."""
        only = request.query_params.get("review") == "true"
        listed = await doing(workers_of, request, only_review=only)
        return answer({"workers": [worker_document(worker) for worker in listed]})

    @routes.post("/v1/campaigns/{campaign}/workers", body=Invitations, status=201, problems=_PROBLEMS)
    async def invitations(request: Request) -> Response:
        """Invite workers: each gets a link of their own."""
        asked = await read_message(request, Invitations, _SMALL)
        invited = await doing(invite, request, asked.count)
        return answer({"workers": [worker_document(worker) for worker in invited]}, 201)

    @routes.get("/v1/campaigns/{campaign}/workers/{worker}/answers", problems=_PROBLEMS)
    async def answers_of_worker(request: Request) -> Response:
        """All a worker answered, tests and training too, with the keys of their pages: what a review looks at."""
        answers = await doing(export_answers, request, request.path_params["worker"])
        return answer({"answers": [asdict(each) for each in answers]})

    @routes.post("/v1/campaigns/{campaign}/workers/{worker}/removal", body=Removal, problems=_PROBLEMS)
    async def removal(request: Request) -> Response:
        """Remove a worker, with or without their answers. Nothing is deleted."""
        asked = await read_message(request, Removal, _SMALL)
        name = request.path_params["worker"]
        gone = await doing(remove_worker, request, name, with_answers=asked.with_answers, reason=asked.reason)
        return answer({"withdrawn": gone})

    @routes.post("/v1/campaigns/{campaign}/workers/{worker}/cleared", problems=_PROBLEMS)
    async def cleared(request: Request) -> Response:
        """Take a worker off the review list."""
        await doing(clear_review, request, request.path_params["worker"])
        return answer({"cleared": True})

    @routes.post("/v1/campaigns/{campaign}/pages/{page}/decision", body=Decision, problems=_PROBLEMS)
    async def decision(request: Request) -> Response:
        """Approve or reject a submitted page; a rejected one's answers leave the count."""
        asked = await read_message(request, Decision, _SMALL)
        await doing(decide_page, request, request.path_params["page"], asked.decision)
        return answer({"decision": asked.decision})

    @routes.get("/v1/campaigns/{campaign}/events", problems=_PROBLEMS)
    async def events(request: Request) -> Response:
        """The latest thousand traces of rules and decisions; ?rule= and ?worker= choose."""
        chosen = {name: value for name in ("rule", "worker") if (value := request.query_params.get(name)) and "\0" not in value}
        listed = await doing(events_of, request, **chosen)
        return answer({"events": [asdict(each) for each in listed]})

    @routes.post("/v1/campaigns/{campaign}/unsure", problems=_PROBLEMS)
    async def unsure(request: Request) -> Response:
        """Ask for one more answer wherever the model is unsure (the rule unsure)."""
        return answer({"asked": await doing(ask_where_unsure, request)})

    @routes.get("/v1/campaigns/{campaign}/export/{form}", gives=EXPORTED_FILE, problems=_PROBLEMS)
    async def export(request: Request) -> Response:
        """The campaign as jsonl (a corpus), webis (a corpus, zipped), labels, answers (CSV) or report."""
        return await run_in_threadpool(export_response, store, await mine(request), request.path_params["form"])

    return routes
