"""Making a campaign: a form with sensible defaults, nothing to program."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from caesura.campaign import RULES, TASKS, Item, Payment, Plan, create_campaign, task_named
from caesura.foundation import InputError
from caesura.studio.api.campaigns import Campaigns, check_csrf
from caesura.studio.pages import page
from caesura.studio.pages.campaigns.items import read_items
from caesura.studio.pages.campaigns.signed_in import needed_session
from caesura.studio.pages.uploads import uploaded_files

_BYTES = 16 << 20


class CampaignFormPages:
    """The handlers."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns

    async def show(self, request: Request) -> Response:
        """GET /campaigns/new."""
        session = await needed_session(self._campaigns.identity, request)
        return page(
            request,
            "campaign_new.html",
            session=session,
            tasks=TASKS.values(),
            rules=_shown_rules(),
            payment=_shown_parameters(Payment),
            given={},
            problem="",
        )

    async def create(self, request: Request) -> Response:
        """POST /campaigns/new: all or nothing; what was typed stays in the form where something is wrong with it."""
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
                **{"items_per_page": task_named(task).items_per_page, **_plan_fields(given)},
                instructions=given.get("instructions", "").replace("\r\n", "\n").strip(),
                completion_code=given.get("completion_code", "").strip(),
                malformed=given.get("malformed", "refuse"),
                payment=Payment(**_parameters("payment", Payment, given)) if "payment" in given else None,
                rules={name: _parameters(name, RULES[name].parameters, given) for name in _with_something_to_do(chosen, items)},
            )
            name = given.get("name", "").strip()
            campaign = await run_in_threadpool(create_campaign, self._campaigns.store, session.owner, name, task, items, plan)
        except InputError as error:
            kept = {**given, "chosen": chosen}
            return page(
                request,
                "campaign_new.html",
                422,
                session=session,
                tasks=TASKS.values(),
                rules=_shown_rules(),
                payment=_shown_parameters(Payment),
                given=kept,
                problem=str(error),
            )
        return RedirectResponse(f"/campaigns/{campaign.key}", 303)


def _plan_fields(given: dict[str, str]) -> dict[str, Any]:
    labels = {"annotations": "answers for each query", "items_per_page": "queries on a page"}
    return {name: _whole(label, given[name]) for name, label in labels.items() if given.get(name, "").strip()}


def _shown_rules() -> list[dict[str, Any]]:
    """Every rule with its parameters as fields of the form."""
    return [
        {
            "name": rule.name,
            "description": rule.description,
            "usual": rule.is_usual,
            "parameters": _shown_parameters(rule.parameters),
        }
        for rule in RULES.values()
    ]


def _shown_parameters(kind: type[Any]) -> list[dict[str, Any]]:
    return [
        {"name": each.name, "kind": each.type, **each.metadata}
        | {"default": each.default if each.metadata["suggested"] is None else each.metadata["suggested"]}
        for each in fields(kind)
    ]


def _with_something_to_do(chosen: list[str], items: list[Item]) -> list[str]:
    """The rules to be on. Without practice or tests their rules would only look as if they watched over anything."""
    roles = {item.role for item in items}
    return [name for name in chosen if name in RULES and RULES[name].needs in (None, *roles)]


def _parameters(name: str, kind: type[Any], given: dict[str, str]) -> dict[str, Any]:
    """The fields of a rule or setting as its parameters want them: numbers as numbers."""
    found: dict[str, Any] = {}
    for each in fields(kind):
        text = given.get(f"{name}.{each.name}", "").strip()
        if not text:
            continue
        label = f"{name}, {each.metadata['label']}"
        match each.type:
            case "bool":
                found[each.name] = text == "yes"
            case "int":
                found[each.name] = _whole(label, text)
            case "float":
                found[each.name] = _number(label, text)
            case _:
                found[each.name] = text
    return found


def _whole(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise InputError(f"{name} is '{text[:40]}'", cure="give a whole number") from None


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(f"{name} is '{text[:40]}'", cure="give a number") from None
