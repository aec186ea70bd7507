"""From rows of the database to values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, or_, select

from caesura.campaign.keys import looks_like_key
from caesura.campaign.plan import plan_from_text
from caesura.campaign.store import schema
from caesura.campaign.values import Campaign, CampaignState, Worker, WorkerState
from caesura.foundation import InputError

_WORKER = [each.name for each in fields(Worker)]
WORKER_COLUMNS = [schema.workers.c[name] for name in _WORKER]
CAMPAIGN_COLUMNS = list(schema.campaigns.c)


_PAGE = (
    select(*WORKER_COLUMNS, *CAMPAIGN_COLUMNS, *schema.pages.c)
    .select_from(
        schema.workers.join(schema.campaigns, schema.campaigns.c.id == schema.workers.c.campaign).outerjoin(
            schema.pages, (schema.pages.c.worker == schema.workers.c.id) & (schema.pages.c.key == bindparam("page_key"))
        )
    )
    .where(schema.workers.c.key == bindparam("worker_key"))
)


def worker_of(row: Any) -> Worker:
    """From a row that begins with `WORKER_COLUMNS`."""
    values = dict(zip(_WORKER, row, strict=False))
    return Worker(**{**values, "state": WorkerState(values["state"])})


def campaign_of(row: Any) -> Campaign:
    """From a row that begins with `CAMPAIGN_COLUMNS`."""
    id, key, owner, name, task, state, link, plan, created_at = row[: len(CAMPAIGN_COLUMNS)]
    return Campaign(id, key, owner, name, task, CampaignState(state), link, plan_from_text(plan), created_at)


def find_campaign(connection: Connection, key: str, owner: int | None = None, roles: Sequence[str] = ("owner",)) -> Campaign:
    """The campaign of this key; with `owner`, only if it is theirs or they have one of the roles: nobody learns that another's
    exists."""
    query = select(*CAMPAIGN_COLUMNS).where(schema.campaigns.c.key == key)
    if owner is not None:
        query = query.where(open_to(owner, roles))
    row = connection.execute(query).first() if looks_like_key(key) else None
    if row is None:
        raise UnknownError(f"no campaign {key[:64]}", cure="list yours with: caesura campaign list")
    return campaign_of(row)


def open_to(owner: int, roles: Sequence[str]) -> ColumnElement[bool]:
    """The campaigns that an owner created, or in which they have one of these roles."""
    members, campaigns = schema.members, schema.campaigns
    theirs = select(members.c.campaign).where(members.c.owner == owner, members.c.role.in_(list(roles)))
    return or_(campaigns.c.owner == owner, campaigns.c.id.in_(theirs))


def find_worker(connection: Connection, campaign: int, name: str) -> Worker:
    known = select(*WORKER_COLUMNS).where(schema.workers.c.campaign == campaign, schema.workers.c.name == name)
    row = connection.execute(known).first() if "\0" not in name else None
    if row is None:
        raise UnknownError(f"no worker {name[:200]} in this campaign", cure="names are those of the workers' table")
    return worker_of(row)


_HOLD = select(schema.workers.c.id).where(schema.workers.c.key == bindparam("worker_key")).with_for_update(key_share=True)


def find_page(
    connection: Connection, worker_key: str, page_key: str, *, hold: bool = False
) -> tuple[Worker, Campaign, dict[str, Any] | None] | None:
    """The worker of this link and their page of this key, whatever became of it; None where there is no such worker or page.

    `hold` keeps other servers from changing the worker until the transaction ends."""
    if not looks_like_key(worker_key):
        return None
    if hold and connection.dialect.name == "postgresql":
        # First, by itself: what is read together with a row that was waited for is as it was before the wait.
        connection.execute(_HOLD, {"worker_key": worker_key})
    row = connection.execute(_PAGE, {"worker_key": worker_key, "page_key": page_key if looks_like_key(page_key) else ""}).first()
    if row is None:
        return None
    page = dict(zip(schema.pages.c.keys(), row[len(WORKER_COLUMNS) + len(CAMPAIGN_COLUMNS) :], strict=True))
    return worker_of(row), campaign_of(row[len(WORKER_COLUMNS) :]), page if page["id"] is not None else None


class UnknownError(InputError):
    """There is nothing of that name (or nothing that whoever asks may see)."""
