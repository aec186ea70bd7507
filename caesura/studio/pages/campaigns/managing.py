"""One campaign's workers, its adjudication desk, its people, and the way on: labels, corpus, evaluation, training."""

from __future__ import annotations

import json
import re
from typing import Any, Literal

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from caesura.campaign import Campaign, Role, TaskPage, open_campaign
from caesura.campaign.accounts import Session
from caesura.campaign.managing import (
    OwnerRole,
    adjudicate,
    ask_least_certain_first,
    decide_page,
    delete_campaign,
    duplicate_campaign,
    erase_person,
    export_person,
    inferred_labels,
    invite,
    members_of,
    picture_of,
    preview_page,
    preview_worker,
    remove_member,
    renew_link,
    role_of,
    set_member,
    splits,
    worker_report,
)
from caesura.foundation import InputError, unknown
from caesura.studio.api.campaigns import Campaigns
from caesura.studio.api.entrance import own_address
from caesura.studio.api.problems import RefusedError
from caesura.studio.pages import page
from caesura.studio.pages.annotating.frame import annotator_page
from caesura.studio.pages.campaigns.form_values import whole
from caesura.studio.pages.campaigns.signed_in import needed_session, sent_form
from caesura.studio.pages.wording import said

#: Queries that the desk and the page of labels show at once.
_SHOWN = 50


class ManagingPages:
    """The handlers."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._store = campaigns.store
        self._identity = campaigns.identity

    async def worker(self, request: Request) -> Response:
        """GET /campaigns/{key}/worker/{name}: all about one worker."""
        session, campaign, role = await self._opened(request, OwnerRole.VIEWER)
        return await self._worker(request, session, campaign, role)

    async def decide(self, request: Request) -> Response:
        """POST /campaigns/{key}/worker/{name}: approve or reject pages; export or erase the person's data."""
        session, fields = await sent_form(self._identity, request)
        what, name = fields.get("what", ""), request.path_params["name"]
        needs = OwnerRole.OWNER if what in ("export", "erase") else OwnerRole.ADJUDICATOR
        campaign = await self._campaign(request, session, needs)
        by = session.owner.name
        match what:
            case "approved" | "rejected":
                reason = fields.get("reason", "").strip()
                await run_in_threadpool(self._decide, campaign, fields.get("page", ""), what, reason, by)
            case "approve-all":
                report = await run_in_threadpool(worker_report, self._store, campaign, name)
                for sent in report.pages:
                    if sent.decision is None and not sent.is_training:
                        await run_in_threadpool(self._decide, campaign, sent.key, "approved", "", by)
            case "export":
                found = await run_in_threadpool(export_person, self._store, campaign, name, by=by)
                headers = {"Content-Disposition": f'attachment; filename="{re.sub(r"[^A-Za-z0-9-]", "-", name)}.json"'}
                return Response(json.dumps(found, ensure_ascii=False, indent=1), headers=headers, media_type="application/json")
            case "erase":
                votes: Literal["keep", "withdraw"] = "withdraw" if fields.get("votes") == "withdraw" else "keep"
                await run_in_threadpool(erase_person, self._store, campaign, name, votes, by=by)
                return _back(campaign)
            case _:
                raise unknown("decision", what, ("approved", "rejected", "approve-all", "export", "erase"))
        return _back(campaign, f"/worker/{name}")

    async def desk(self, request: Request) -> Response:
        """GET /campaigns/{key}/desk: what splits the crowd, to be decided."""
        session, campaign, role = await self._opened(request, OwnerRole.VIEWER)
        return await self._desk(request, session, campaign, role)

    async def adjudicate(self, request: Request) -> Response:
        """POST /campaigns/{key}/desk: a decision with its reason."""
        session, fields = await sent_form(self._identity, request)
        campaign = await self._campaign(request, session, OwnerRole.ADJUDICATOR)
        answer = fields.get("other", "").strip() or fields.get("answer", "")
        item, reason = fields.get("item", ""), fields.get("reason", "")
        try:
            await run_in_threadpool(adjudicate, self._store, campaign, item, answer, reason, by=session.owner.name)
        except InputError as error:
            role = await run_in_threadpool(role_of, self._store, campaign, session.owner) or OwnerRole.VIEWER
            return await self._desk(request, session, campaign, role, said(error))
        return _back(campaign, "/desk")

    async def people(self, request: Request) -> Response:
        """GET /campaigns/{key}/people: roles, personal invitations, copying and deleting."""
        session, campaign, _ = await self._opened(request, OwnerRole.OWNER)
        return await self._people(request, session, campaign)

    async def change_people(self, request: Request) -> Response:
        """POST /campaigns/{key}/people."""
        session, fields = await sent_form(self._identity, request)
        campaign = await self._campaign(request, session, OwnerRole.OWNER)
        by, name = session.owner.name, fields.get("name", "").strip()
        try:
            match fields.get("what", ""):
                case "add":
                    await run_in_threadpool(set_member, self._store, campaign, name, fields.get("role", "viewer"), by=by)
                case "remove":
                    await run_in_threadpool(remove_member, self._store, campaign, name, by=by)
                case "invite":
                    count = whole("how many", fields.get("count", "1"))
                    found = await run_in_threadpool(invite, self._store, campaign, count)
                    return await self._people(request, session, campaign, invited=found)
                case "renew":
                    await run_in_threadpool(renew_link, self._store, campaign, by=by)
                    return _back(campaign)
                case "duplicate":
                    made = await run_in_threadpool(duplicate_campaign, self._store, campaign, session.owner, name)
                    return _back(made)
                case "delete":
                    if name != campaign.name:
                        raise InputError("the name that was typed is not the campaign's", cure="type it as it is written above")
                    await run_in_threadpool(delete_campaign, self._store, campaign)
                    return RedirectResponse("/campaigns", 303)
                case what:
                    raise unknown("action", what, ("add", "remove", "invite", "renew", "duplicate", "delete"))
        except InputError as error:
            return await self._people(request, session, campaign, problem=said(error))
        return _back(campaign, "/people")

    async def labels(self, request: Request) -> Response:
        """GET /campaigns/{key}/labels: the most likely answers, the least certain first."""
        session, campaign, _ = await self._opened(request, OwnerRole.VIEWER)
        model, rows = await run_in_threadpool(inferred_labels, self._store, campaign)
        content: dict[str, Any] = {"model": model, "rows": rows[: 4 * _SHOWN], "total": len(rows), "more": len(rows) > 4 * _SHOWN}
        return page(request, "campaign_labels.html", session=session, campaign=campaign, problem="", **content)

    async def prioritize(self, request: Request) -> Response:
        """POST /campaigns/{key}/prioritize: the least certain queries first, and no more questions where the label is certain."""
        session, _ = await sent_form(self._identity, request)
        campaign = await self._campaign(request, session, OwnerRole.OWNER)
        await run_in_threadpool(ask_least_certain_first, self._store, campaign)
        return _back(campaign)

    async def preview(self, request: Request) -> Response:
        """GET /campaigns/{key}/preview: the first page as an annotator sees it; nothing is stored."""
        _, campaign, _ = await self._opened(request, OwnerRole.VIEWER)
        practice = "practice" in request.query_params
        given = await run_in_threadpool(preview_page, self._store, campaign, Role.TRAINING if practice else Role.ORDINARY)
        if not isinstance(given, TaskPage):
            raise InputError("there are no queries yet", cure="add some first")
        content: dict[str, Any] = {"fields": {}, "refusal": None, "correcting": False, "can_correct": False, "standing": None}
        return annotator_page(
            request, "annotate_page.html", campaign, worker=preview_worker(campaign), given=given, preview=True, **content
        )

    async def picture(self, request: Request) -> Response:
        """GET /pictures/{key}/{name}: a picture of the instructions."""
        found = await run_in_threadpool(picture_of, self._store, request.path_params["key"], request.path_params["name"])
        if found is None:
            raise RefusedError(404, "there is no such picture", "see the campaign's texts")
        headers = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'"}
        return Response(found[1], headers=headers, media_type=found[0])

    async def _worker(self, request: Request, session: Session, campaign: Campaign, role: OwnerRole) -> Response:
        report = await run_in_threadpool(worker_report, self._store, campaign, request.path_params["name"])
        return page(
            request,
            "campaign_worker.html",
            session=session,
            campaign=campaign,
            worker=report.worker,
            report=report,
            problem="",
            may_decide=role is not OwnerRole.VIEWER,
            may_edit=role is OwnerRole.OWNER,
        )

    async def _desk(self, request: Request, session: Session, campaign: Campaign, role: OwnerRole, problem: str = "") -> Response:
        found = await run_in_threadpool(splits, self._store, campaign)
        return page(
            request,
            "campaign_desk.html",
            422 if problem else 200,
            session=session,
            campaign=campaign,
            problem=problem,
            listed=found[:_SHOWN],
            total=len(found),
            decided=sum(split.decision is not None for split in found),
            may_decide=role is not OwnerRole.VIEWER,
        )

    async def _people(
        self, request: Request, session: Session, campaign: Campaign, *, problem: str = "", invited: Any = ()
    ) -> Response:
        members = await run_in_threadpool(members_of, self._store, campaign)
        base = own_address(request)
        content = {"members": members, "invited": invited, "base": base, "problem": problem}
        return page(request, "campaign_people.html", 422 if problem else 200, session=session, campaign=campaign, **content)

    def _decide(self, campaign: Campaign, key: str, decision: str, reason: str, by: str) -> None:
        verdict: Literal["approved", "rejected"] = "approved" if decision == "approved" else "rejected"
        decide_page(self._store, campaign, key, verdict, reason=reason, by=by)

    async def _opened(self, request: Request, needs: OwnerRole) -> tuple[Session, Campaign, OwnerRole]:
        session = await needed_session(self._identity, request)
        campaign = await self._campaign(request, session, needs)
        return session, campaign, await run_in_threadpool(role_of, self._store, campaign, session.owner) or OwnerRole.VIEWER

    async def _campaign(self, request: Request, session: Session, needs: OwnerRole) -> Campaign:
        return await run_in_threadpool(open_campaign, self._store, request.path_params["key"], session.owner, needs)


def _back(campaign: Campaign, below: str = "") -> Response:
    return RedirectResponse(f"/campaigns/{campaign.key}{below}", 303)
