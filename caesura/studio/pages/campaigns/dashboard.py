"""Watching a campaign: figures that grow, workers to decide about, and the answers to take home."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from caesura.campaign import Campaign, CampaignState, events_of, figures, forms_of, open_campaign, set_state
from caesura.campaign.accounts import Session
from caesura.campaign.managing import OwnerRole, ask_where_unsure, clear_review, remove_worker, role_of
from caesura.foundation import one_of, unknown
from caesura.studio.api.campaigns import Campaigns, export_response
from caesura.studio.api.entrance import own_address
from caesura.studio.pages import page
from caesura.studio.pages.campaigns.charts import line_chart
from caesura.studio.pages.campaigns.signed_in import needed_session, sent_form
from caesura.studio.pages.frame import asked_by_htmx, moment

#: Events that are shown; the export of answers has all.
_EVENTS = 50


class DashboardPages:
    """The handlers."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._store = campaigns.store
        self._identity = campaigns.identity

    async def show(self, request: Request) -> Response:
        """GET /campaigns/{key}: the dashboard; htmx asks for the part that grows every few seconds."""
        session = await needed_session(self._identity, request)
        return await run_in_threadpool(self._show, request, session)

    async def set_state(self, request: Request) -> Response:
        """POST /campaigns/{key}/state: open, pause, close."""
        session, fields = await sent_form(self._identity, request)
        wanted = one_of("state", fields.get("state", ""), CampaignState)
        campaign = await self._campaign(request, session)
        await run_in_threadpool(set_state, self._store, campaign, CampaignState(wanted))
        return _back(campaign)

    async def ask_more(self, request: Request) -> Response:
        """POST /campaigns/{key}/more: more answers where the model is unsure."""
        session, _ = await sent_form(self._identity, request)
        campaign = await self._campaign(request, session)
        await run_in_threadpool(ask_where_unsure, self._store, campaign)
        return _back(campaign)

    async def decide(self, request: Request) -> Response:
        """POST /campaigns/{key}/workers: remove a worker, with or without their answers, or take them off the review list."""
        session, fields = await sent_form(self._identity, request)
        campaign = await self._campaign(request, session, OwnerRole.ADJUDICATOR)
        worker, what = fields.get("worker", ""), fields.get("what", "")
        match what:
            case "clear":
                await run_in_threadpool(clear_review, self._store, campaign, worker, by=session.owner.name)
            case "remove" | "withdraw":
                reason = fields.get("reason", "decided by the owner")
                how: dict[str, Any] = {"with_answers": what == "withdraw", "reason": reason, "by": session.owner.name}
                await run_in_threadpool(remove_worker, self._store, campaign, worker, **how)
            case _:
                raise unknown("decision", what, ("clear", "remove", "withdraw"))
        return _back(campaign)

    async def export(self, request: Request) -> Response:
        """GET /campaigns/{key}/export/{form}: one file to keep."""
        session = await needed_session(self._identity, request)
        campaign = await self._campaign(request, session, OwnerRole.VIEWER)
        form = request.path_params["form"]
        return await run_in_threadpool(export_response, self._store, campaign, form)

    def _show(self, request: Request, session: Session) -> Response:
        campaign = open_campaign(self._store, request.path_params["key"], session.owner, OwnerRole.VIEWER)
        role = role_of(self._store, campaign, session.owner)
        found: Mapping[str, Any] = figures(self._store, campaign)
        grown = found["growth"]
        charts = {}
        if grown["at"]:
            first, last = moment(grown["at"][0])[:16], moment(grown["at"][-1])[:16]
            charts = {
                "answers": line_chart(grown["answers"], "Answers so far", max(grown["answers"]), first, last),
                "agreement": line_chart(grown["agreement"], "Share of pairs that agree", 1.0, first, last, "{:.2f}"),
            }
        return page(
            request,
            "campaign_figures.html" if asked_by_htmx(request) else "campaign.html",
            session=session,
            campaign=campaign,
            figures=found,
            events=events_of(self._store, campaign, limit=_EVENTS),
            charts=charts,
            may_edit=role is OwnerRole.OWNER,
            may_decide=role is not OwnerRole.VIEWER,
            invitation=f"{own_address(request)}/join/{campaign.link}",
            forms=forms_of(campaign.task),
        )

    async def _campaign(self, request: Request, session: Session, needs: OwnerRole = OwnerRole.OWNER) -> Campaign:
        return await run_in_threadpool(open_campaign, self._store, request.path_params["key"], session.owner, needs)


def _back(campaign: Campaign) -> Response:
    return RedirectResponse(f"/campaigns/{campaign.key}", 303)
