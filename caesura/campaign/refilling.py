"""A page for a worker, and where there is none, the question whether more should be asked (the rule `unsure`)."""

from __future__ import annotations

import asyncio
from threading import Lock

from sqlalchemy import func, select

from caesura.campaign.joining import worker_by_key
from caesura.campaign.pages import next_page_job
from caesura.campaign.store import Store, schema
from caesura.campaign.unsure import ask_where_unsure
from caesura.campaign.values import AnswerState, Campaign, Nothing, Page, Refusal


async def page_for(store: Store, worker_key: str) -> Page | Nothing | Refusal:
    """The worker's next page. When nothing is left, the model is asked which items need one more answer."""
    found = await store.doing(next_page_job(worker_key))
    if found is Nothing.DONE and await asyncio.to_thread(_refill, store, worker_key):
        return await store.doing(next_page_job(worker_key))
    return found


def _refill(store: Store, worker_key: str) -> bool:
    _, campaign = worker_by_key(store, worker_key)
    if campaign.plan.parameters("unsure") is None:
        return False
    # Whoever is done may ask again and again; the model is fitted only if there are answers it has not seen.
    with _REFILLING:
        count = _count(store, campaign)
        if _SEEN.get(campaign.key) == count:
            return False
        _SEEN[campaign.key] = count
        return ask_where_unsure(store, campaign) > 0


_REFILLING = Lock()
_SEEN: dict[str, int] = {}


def _count(store: Store, campaign: Campaign) -> int:
    answers = schema.answers
    with store.reading() as connection:
        counted = select(func.count()).where(answers.c.campaign == campaign.id, answers.c.state == AnswerState.COUNTED)
        return int(connection.execute(counted).scalar_one())
