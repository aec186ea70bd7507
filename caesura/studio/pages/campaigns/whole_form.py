"""Making a campaign on one page, for those who know what they want; `steps` is the way for everybody else."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from caesura.campaign import RULES, TASKS, Payment, Plan, create_campaign, task_named
from caesura.foundation import InputError
from caesura.studio.api.campaigns import Campaigns, check_csrf
from caesura.studio.pages import page
from caesura.studio.pages.campaigns.form_values import (
    parameters,
    payment_in,
    plan_numbers,
    shown_parameters,
    shown_rules,
    with_something_to_do,
)
from caesura.studio.pages.campaigns.items import read_items
from caesura.studio.pages.campaigns.signed_in import needed_session
from caesura.studio.pages.uploads import uploaded_files
from caesura.studio.pages.wording import said

_BYTES = 16 << 20


class WholeFormPages:
    """The handlers."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns

    async def show(self, request: Request) -> Response:
        """GET /campaigns/new/all."""
        session = await needed_session(self._campaigns.identity, request)
        return page(
            request,
            "campaign_whole.html",
            session=session,
            tasks=TASKS.values(),
            rules=shown_rules(),
            payment=shown_parameters(Payment),
            given={},
            problem="",
        )

    async def create(self, request: Request) -> Response:
        """POST /campaigns/new/all: all or nothing; what was typed stays in the form where something is wrong with it."""
        session = await needed_session(self._campaigns.identity, request)
        async with uploaded_files(request, _BYTES) as form:
            given = {name: value for name, value in form.multi_items() if isinstance(value, str)}
            file = form.get("file")
            uploaded = await file.read() if isinstance(file, UploadFile) and file.filename else b""
            chosen = [value for value in form.getlist("rule") if isinstance(value, str)]
        check_csrf(session, given.get("csrf", ""))
        try:
            task = given.get("task", "flat")
            items = read_items(task, given, uploaded)
            plan = Plan(
                **{"items_per_page": task_named(task).items_per_page, **plan_numbers(given)},
                instructions=given.get("instructions", "").replace("\r\n", "\n").strip(),
                completion_code=given.get("completion_code", "").strip(),
                malformed=given.get("malformed", "refuse"),
                payment=payment_in(given),
                rules={
                    name: parameters(name, RULES[name].parameters, given)
                    for name in with_something_to_do(chosen, {item.role for item in items})
                },
            )
            name = given.get("name", "").strip()
            campaign = await run_in_threadpool(create_campaign, self._campaigns.store, session.owner, name, task, items, plan)
        except InputError as error:
            kept = {**given, "chosen": chosen}
            return page(
                request,
                "campaign_whole.html",
                422,
                session=session,
                tasks=TASKS.values(),
                rules=shown_rules(),
                payment=shown_parameters(Payment),
                given=kept,
                problem=said(error),
            )
        return RedirectResponse(f"/campaigns/{campaign.key}", 303)
