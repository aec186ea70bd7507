"""A campaign step by step: task, queries with a preview, quality, texts and pay, a look at all of it, start.

Every step saves what it has into a draft, so that one can stop and come back; the same pages change a campaign that runs.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from caesura.campaign import (
    RULES,
    TASKS,
    Campaign,
    Payment,
    Plan,
    Platform,
    Role,
    create_campaign,
    open_campaign,
    plan_from,
    task_named,
)
from caesura.campaign.accounts import Session
from caesura.campaign.annotating import languages
from caesura.campaign.managing import (
    PRESETS,
    OwnerRole,
    coverage_of,
    edit_campaign,
    estimate,
    keep_picture,
    pictures_of,
    preset_of,
    preset_rules,
    roles_of,
)
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
from caesura.studio.pages.campaigns.signed_in import needed_session, sent_form
from caesura.studio.pages.uploads import uploaded_files
from caesura.studio.pages.wording import said

#: The steps after the first, with their addresses below the campaign's.
STEPS = (("queries", "Queries"), ("quality", "Quality"), ("texts", "Texts and pay"), ("check", "Check and start"))
_BYTES = 8 << 20


class StepPages:
    """The handlers."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._store = campaigns.store
        self._identity = campaigns.identity

    async def begin(self, request: Request) -> Response:
        """GET /campaigns/new: name and task."""
        session = await needed_session(self._identity, request)
        return page(
            request, "campaign_begin.html", session=session, tasks=TASKS.values(), languages=languages(), given={}, problem=""
        )

    async def create(self, request: Request) -> Response:
        """POST /campaigns/new: a draft, which the next steps fill."""
        session, given = await sent_form(self._identity, request)
        try:
            kind = task_named(given.get("task", "flat"))
            plan = Plan(items_per_page=kind.items_per_page, language=given.get("language", "en"))
            name = given.get("name", "").strip()
            campaign = await run_in_threadpool(create_campaign, self._store, session.owner, name, kind.name, [], plan)
        except InputError as error:
            content: dict[str, Any] = {"tasks": TASKS.values(), "languages": languages(), "given": given, "problem": said(error)}
            return page(request, "campaign_begin.html", 422, session=session, **content)
        return RedirectResponse(f"/campaigns/{campaign.key}/queries", 303)

    async def quality(self, request: Request) -> Response:
        """GET /campaigns/{key}/quality: how many answers, and how strict to be."""
        session, campaign = await self._opened(request)
        return await self._quality(request, session, campaign, _quality_fields(campaign))

    async def save_quality(self, request: Request) -> Response:
        """POST /campaigns/{key}/quality."""
        session, campaign = await self._opened(request)
        async with uploaded_files(request, _BYTES) as form:
            given = {name: value for name, value in form.multi_items() if isinstance(value, str)}
            chosen = [value for value in form.getlist("rule") if isinstance(value, str)]
        check_csrf(session, given.get("csrf", ""))
        roles = await run_in_threadpool(roles_of, self._store, campaign)
        try:
            preset = given.get("preset", "light")
            if preset == "expert":
                names = with_something_to_do(chosen, roles)
                rules = {name: parameters(name, RULES[name].parameters, given) for name in names}
            else:
                rules = preset_rules(preset, roles)
                for name in rules if "tests_again" in given else ():
                    if RULES[name].tests_rotate is not None:
                        rules[name]["rotate"] = True
            numbers = {"per_worker": 0, **plan_numbers(given)}
            document = campaign.plan.document() | numbers | {"rules": rules, "malformed": given.get("malformed", "refuse")}
            await run_in_threadpool(edit_campaign, self._store, campaign, plan=plan_from(document), by=session.owner.name)
        except InputError as error:
            return await self._quality(request, session, campaign, {**given, "chosen": chosen}, said(error))
        return RedirectResponse(_after(campaign, given, "texts"), 303)

    async def texts(self, request: Request) -> Response:
        """GET /campaigns/{key}/texts: name, instructions, language, pay, and what a platform needs."""
        session, campaign = await self._opened(request)
        return await self._texts(request, session, campaign, _text_fields(campaign))

    async def save_texts(self, request: Request) -> Response:
        """POST /campaigns/{key}/texts: a picture comes along in the same form."""
        session, campaign = await self._opened(request)
        async with uploaded_files(request, _BYTES) as form:
            given = {name: value for name, value in form.multi_items() if isinstance(value, str)}
            file = form.get("picture")
            picture = (file.filename, await file.read()) if isinstance(file, UploadFile) and file.filename else None
        check_csrf(session, given.get("csrf", ""))
        try:
            plan = replace(
                campaign.plan,
                instructions=given.get("instructions", "").replace("\r\n", "\n").strip(),
                only_own_instructions="only_own_instructions" in given,
                language=given.get("language", "en"),
                completion_code=given.get("completion_code", "").strip(),
                payment=payment_in(given, campaign.plan.payment),
                platform=Platform(**parameters("platform", Platform, given)),
            )
            if picture is not None:
                await run_in_threadpool(keep_picture, self._store, campaign, picture[0], picture[1])
            name = given.get("name", "").strip()
            await run_in_threadpool(edit_campaign, self._store, campaign, name=name, plan=plan, by=session.owner.name)
        except InputError as error:
            return await self._texts(request, session, campaign, given, said(error))
        return RedirectResponse(_after(campaign, given, "check"), 303)

    async def check(self, request: Request) -> Response:
        """GET /campaigns/{key}/check: what it takes, what is missing, and the button that starts it."""
        session, campaign = await self._opened(request)
        roles = await run_in_threadpool(roles_of, self._store, campaign)
        coverage = await run_in_threadpool(coverage_of, self._store, campaign)
        return self._shown(
            request,
            "campaign_check.html",
            session,
            campaign,
            "check",
            roles={role.value: number for role, number in roles.items()},
            estimate=estimate(campaign.plan, roles.get(Role.ORDINARY, 0), roles.get(Role.TRAINING, 0)),
            coverage=coverage,
            preset=preset_of(campaign.plan.rules, roles),
            presets=PRESETS,
            ends=_ends(campaign.plan),
        )

    async def _quality(
        self, request: Request, session: Session, campaign: Campaign, given: dict[str, Any], problem: str = ""
    ) -> Response:
        roles = await run_in_threadpool(roles_of, self._store, campaign)
        given.setdefault(
            "preset", preset_of(campaign.plan.rules, roles) if campaign.plan.rules or not _is_draft(campaign) else "light"
        )
        coverage = await run_in_threadpool(coverage_of, self._store, campaign)
        content = {
            "given": given,
            "problem": problem,
            "presets": PRESETS,
            "rules": shown_rules(),
            "roles": roles,
            "coverage": coverage,
        }
        return self._shown(request, "campaign_quality.html", session, campaign, "quality", 422 if problem else 200, **content)

    async def _texts(
        self, request: Request, session: Session, campaign: Campaign, given: dict[str, Any], problem: str = ""
    ) -> Response:
        pictures = await run_in_threadpool(pictures_of, self._store, campaign)
        content = {
            "given": given,
            "problem": problem,
            "payment": shown_parameters(Payment),
            "platform": shown_parameters(Platform),
            "languages": languages(),
            "pictures": pictures,
        }
        return self._shown(request, "campaign_texts.html", session, campaign, "texts", 422 if problem else 200, **content)

    async def _opened(self, request: Request) -> tuple[Session, Campaign]:
        session = await needed_session(self._identity, request)
        key = request.path_params["key"]
        return session, await run_in_threadpool(open_campaign, self._store, key, session.owner, OwnerRole.OWNER)

    @staticmethod
    def _shown(
        request: Request, template: str, session: Session, campaign: Campaign, step: str, status: int = 200, **content: Any
    ) -> Response:
        given = {"problem": "", **content}
        return page(request, template, status, session=session, campaign=campaign, step=step, steps=STEPS, **given)


def _is_draft(campaign: Campaign) -> bool:
    return campaign.state.value == "draft"


def _after(campaign: Campaign, given: dict[str, str], following: str) -> str:
    """The next step of a draft; a campaign that runs goes back to its dashboard."""
    return f"/campaigns/{campaign.key}/{following}" if _is_draft(campaign) or "next" in given else f"/campaigns/{campaign.key}"


def _quality_fields(campaign: Campaign) -> dict[str, Any]:
    plan = campaign.plan
    fields: dict[str, Any] = {
        "annotations": str(plan.annotations),
        "items_per_page": str(plan.items_per_page),
        "per_worker": str(plan.per_worker or ""),
        "seconds_per_item": f"{plan.seconds_per_item:g}" if plan.seconds_per_item else "",
        "malformed": plan.malformed,
        "chosen": list(plan.rules),
    }
    if plan.tests_rotate:
        fields["tests_again"] = "yes"
    for name, given in plan.rules.items():
        fields |= {f"{name}.{key}": _filled(value) for key, value in given.items()}
    return fields


def _text_fields(campaign: Campaign) -> dict[str, Any]:
    plan = campaign.plan
    fields: dict[str, Any] = {
        "name": campaign.name,
        "instructions": plan.instructions,
        "language": plan.language,
        "completion_code": plan.completion_code,
    }
    fields |= {f"platform.{key}": _filled(value) for key, value in asdict(plan.platform).items()}
    if plan.only_own_instructions:
        fields["only_own_instructions"] = "yes"
    if plan.payment is not None:
        fields |= {"payment": "yes"} | {f"payment.{key}": _filled(value) for key, value in asdict(plan.payment).items()}
    return fields


def _ends(plan: Plan) -> list[tuple[str, str]]:
    """The codes that people may leave with."""
    platform = plan.platform
    codes = {
        "completed": plan.completion_code,
        "screened out": platform.screened_out,
        "closed": platform.closed,
        "no work left": platform.over_quota,
    }
    return [(label, code) for label, code in codes.items() if code]


def _filled(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
