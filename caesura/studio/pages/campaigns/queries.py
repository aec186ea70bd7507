"""Getting queries in: a file or pasted lines, looked at before anything is made of them."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from caesura.campaign import Campaign, CampaignState, Item, Role, open_campaign
from caesura.campaign.accounts import Session
from caesura.campaign.managing import OwnerRole, add_new_items, drop_upload, keep_upload, kept_upload, pick_items, roles_of
from caesura.corpus import PickedQueries, QueryTable, check_size, read_query_table
from caesura.foundation import InputError
from caesura.studio.api.campaigns import Campaigns, check_csrf
from caesura.studio.pages import page
from caesura.studio.pages.campaigns.items import read_known
from caesura.studio.pages.campaigns.signed_in import needed_session
from caesura.studio.pages.campaigns.steps import STEPS
from caesura.studio.pages.upload_shelf import MOST_BYTES, MOST_ROWS, short_name
from caesura.studio.pages.uploads import uploaded_files
from caesura.studio.pages.wording import said

_BYTES = 16 << 20
#: Rows of the file, and queries left out, that a preview shows.
_ROWS = 8
_SEPARATORS = {"": "found by itself", "tab": "tab", "semicolon": "semicolon", "comma": "comma", "none": "none: one query per line"}
_MARKS = {"tab": "\t", "semicolon": ";", "comma": ",", "none": ""}


class QueryPages:
    """The handlers."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._store = campaigns.store
        self._identity = campaigns.identity

    async def show(self, request: Request) -> Response:
        """GET /campaigns/{key}/queries: a form, or the preview of what was sent with it."""
        session, campaign = await self._opened(request)
        return await self._shown(request, session, campaign)

    async def take(self, request: Request) -> Response:
        """POST /campaigns/{key}/queries: look at a file, at another column of it (`choose`), take it (`take`) or not (`drop`)."""
        session, campaign = await self._opened(request)
        async with uploaded_files(request, _BYTES) as form:
            given = {name: value for name, value in form.multi_items() if isinstance(value, str)}
            file = form.get("file")
            sent = (file.filename, await file.read()) if isinstance(file, UploadFile) and file.filename else None
        check_csrf(session, given.get("csrf", ""))
        try:
            match given.get("what", "look"):
                case "drop":
                    await run_in_threadpool(drop_upload, self._store, campaign)
                case "choose":
                    return await self._shown(request, session, campaign, given)
                case "take":
                    return await run_in_threadpool(self._taken, campaign, given)
                case _:
                    await run_in_threadpool(self._kept, campaign, given, sent)
        except InputError as error:
            return await self._shown(request, session, campaign, given, said(error))
        return RedirectResponse(f"/campaigns/{campaign.key}/queries", 303)

    def _kept(self, campaign: Campaign, given: dict[str, str], sent: tuple[str | None, bytes] | None) -> None:
        known = read_known(campaign.task, given)
        pasted = given.get("queries", "")
        if sent is None and not pasted.strip() and not known:
            raise InputError("there are no queries", cure="paste them, one per line, or choose a file")
        if sent is not None or pasted.strip():
            name, content = (sent[0] or "queries", sent[1]) if sent is not None else ("pasted.txt", pasted.encode())
            _read(name, content, given)
            keep_upload(self._store, campaign, name, content)
        if known:
            add_new_items(self._store, campaign, known)

    def _taken(self, campaign: Campaign, given: dict[str, str]) -> Response:
        upload = kept_upload(self._store, campaign)
        if upload is None:
            raise InputError("there is no file under preview", cure="choose one again")
        items, _ = _picked(_read(*upload, given), campaign.task, given)
        if not items:
            raise InputError("nothing is left to annotate", cure="choose another column or another file")
        add_new_items(self._store, campaign, items)
        drop_upload(self._store, campaign)
        following = "quality" if campaign.state is CampaignState.DRAFT else ""
        return RedirectResponse(f"/campaigns/{campaign.key}/{following}".rstrip("/"), 303)

    async def _shown(
        self, request: Request, session: Session, campaign: Campaign, given: dict[str, str] | None = None, problem: str = ""
    ) -> Response:
        content = await run_in_threadpool(self._preview, campaign, given or {})
        problem = problem or content.pop("refused", "")
        return page(
            request,
            "campaign_queries.html",
            422 if problem else 200,
            session=session,
            campaign=campaign,
            step="queries",
            steps=STEPS,
            given=given or {},
            problem=problem,
            separators=_SEPARATORS,
            **content,
        )

    def _preview(self, campaign: Campaign, given: dict[str, str]) -> dict[str, Any]:
        roles = {role.value: number for role, number in roles_of(self._store, campaign).items()}
        content: dict[str, Any] = {"roles": roles, "table": None}
        upload = kept_upload(self._store, campaign)
        if upload is None:
            return content
        try:
            table = _read(*upload, given)
        except InputError as error:
            return content | {"refused": f"{upload[0]}: {error.problem}; {error.cure}"}
        chosen = {"query": given.get("query") or table.likely_column, "id": given.get("id", table.id_column or "")}
        content |= {"table": table, "file": upload[0], "chosen": chosen, "rows": table.body[:_ROWS]}
        try:
            items, picked = _picked(table, campaign.task, {**given, **chosen})
        except InputError as error:
            return content | {"picked": None, "refused": said(error)}
        return content | {"picked": picked, "number": len(items)}

    async def _opened(self, request: Request) -> tuple[Session, Campaign]:
        session = await needed_session(self._identity, request)
        key = request.path_params["key"]
        return session, await run_in_threadpool(open_campaign, self._store, key, session.owner, OwnerRole.OWNER)


def _read(name: str, content: bytes, given: dict[str, str]) -> QueryTable:
    """The file as a table; errors name it as the user does."""
    separator = _MARKS.get(given.get("separator", ""))
    header = {"yes": True, "no": False}.get(given.get("header", ""))
    with TemporaryDirectory() as folder:
        path = Path(folder, short_name(Path(name.replace("\\", "/")).name) or "queries")
        path.write_bytes(content)
        try:
            check_size(path, MOST_ROWS, MOST_BYTES)
            return read_query_table(path, separator=separator, header=header)
        except InputError as error:
            raise InputError(f"{name}: {error.problem}", cure=error.cure, line=error.line) from None


def _picked(table: QueryTable, task: str, given: dict[str, str]) -> tuple[list[Item], PickedQueries]:
    query: str | None = given.get("query") or table.likely_column
    id = given.get("id") or None
    paragraph = given.get("paragraph") or None
    if task == "judgement" and len(table.columns) == 1:
        query = None
    items, picked = pick_items(table, task, query, id, paragraph)
    return [item for item in items if item.role is Role.ORDINARY], picked
