"""From rows of the database to values."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from sqlalchemy import Connection, select

from caesura.campaign.keys import looks_like_key
from caesura.campaign.plan import plan_from_text
from caesura.campaign.store import schema
from caesura.campaign.values import Campaign, CampaignState, Worker, WorkerState
from caesura.foundation import InputError

_WORKER = [each.name for each in fields(Worker)]
WORKER_COLUMNS = [schema.workers.c[name] for name in _WORKER]
CAMPAIGN_COLUMNS = list(schema.campaigns.c)


def worker_of(row: Any) -> Worker:
    """From a row that begins with `WORKER_COLUMNS`."""
    values = dict(zip(_WORKER, row, strict=False))
    return Worker(**{**values, "state": WorkerState(values["state"])})


def campaign_of(row: Any) -> Campaign:
    """From a row that begins with `CAMPAIGN_COLUMNS`."""
    id, key, owner, name, task, state, link, plan, created_at = row[: len(CAMPAIGN_COLUMNS)]
    return Campaign(id, key, owner, name, task, CampaignState(state), link, plan_from_text(plan), created_at)


def find_campaign(connection: Connection, key: str, owner: int | None = None) -> Campaign:
    """The campaign of this key; with `owner`, only if it is hers: nobody learns that another's exists."""
    query = select(*CAMPAIGN_COLUMNS).where(schema.campaigns.c.key == key)
    if owner is not None:
        query = query.where(schema.campaigns.c.owner == owner)
    row = connection.execute(query).first() if looks_like_key(key) else None
    if row is None:
        raise UnknownError(f"no campaign {key[:64]}", cure="list yours with: caesura campaign list")
    return campaign_of(row)


def find_worker(connection: Connection, campaign: int, name: str) -> Worker:
    known = select(*WORKER_COLUMNS).where(schema.workers.c.campaign == campaign, schema.workers.c.name == name)
    row = connection.execute(known).first() if "\0" not in name else None
    if row is None:
        raise UnknownError(f"no worker {name[:200]} in this campaign", cure="names are those of the workers' table")
    return worker_of(row)


class UnknownError(InputError):
    """There is nothing of that name (or nothing that whoever asks may see)."""
