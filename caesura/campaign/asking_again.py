"""Asking once more where a rule is unsure of an item, when a worker has nothing left to do."""

from __future__ import annotations

import asyncio
from threading import Lock

from sqlalchemy import bindparam, func, select, update

from caesura.campaign.answers import stored_answers
from caesura.campaign.joining import worker_by_key
from caesura.campaign.pages import next_page_job
from caesura.campaign.places import count_surplus
from caesura.campaign.store import Store, Transaction, schema
from caesura.campaign.tracing import trace
from caesura.campaign.values import AnswerState, Campaign, NoPage, Refusal, Role, TaskPage

items = schema.items

_REFILLING = Lock()
#: Campaign -> how many answers the models have seen.
_SEEN: dict[str, int] = {}


async def page_for(store: Store, worker_key: str) -> TaskPage | NoPage | Refusal:
    """The worker's next page. When nothing is left, the rules are asked which items need one more answer."""
    page = await store.run_async(next_page_job(worker_key))
    if page is NoPage.DONE and await asyncio.to_thread(_refill, store, worker_key):
        return await store.run_async(next_page_job(worker_key))
    return page


def ask_where_unsure(store: Store, campaign: Campaign) -> int:
    """One more answer for every item that has all it was to get, may get more, and of which a rule is not sure.

    Models are fitted outside the transaction: it may take a while, and nobody is to wait for it. What they say is applied only
    to items that still have exactly the answers they saw.
    """
    if not campaign.plan.can_ask_again:
        return 0
    with store.reading() as connection:
        full = select(items.c.name, items.c.id, items.c.answers).where(
            items.c.campaign == campaign.id,
            items.c.role == Role.ORDINARY,
            items.c.answers >= items.c.wanted,
            items.c.wanted < campaign.plan.annotations,
        )
        candidates = {name: {"this": id, "seen": count} for name, id, count in connection.execute(full)}
        answers = stored_answers(connection, campaign) if candidates else []
    if not candidates:
        return 0
    asked = 0
    for rule, parameters in campaign.plan.active:
        if rule.unsure_items:
            unsure = [candidates[name] for name in rule.unsure_items(parameters, answers, campaign.task) if name in candidates]
            asked += store.run(lambda transaction, name=rule.name, of=unsure: _ask(transaction, campaign, name, of))  # type: ignore[misc]
    return asked


def _ask(transaction: Transaction, campaign: Campaign, rule: str, unsure: list[dict[str, int]]) -> int:
    once_more = (
        update(items)
        .where(items.c.id == bindparam("this"), items.c.answers == bindparam("seen"), items.c.wanted == bindparam("seen"))
        .values(wanted=items.c.wanted + 1, places=items.c.places + 1)
    )
    changed = sum(transaction.connection.execute(once_more, each).rowcount for each in unsure)
    count_surplus(transaction.connection, [each["this"] for each in unsure])
    if changed:
        trace(transaction, campaign.id, "asked again", rule=rule, detail=f"{changed} items")
    return changed


def _refill(store: Store, worker_key: str) -> bool:
    _, campaign = worker_by_key(store, worker_key)
    if not campaign.plan.can_ask_again:
        return False
    # Whoever is done may ask again and again; models are fitted only if there are answers they have not seen.
    with _REFILLING:
        count = _count(store, campaign)
        if _SEEN.get(campaign.key) == count:
            return False
        _SEEN[campaign.key] = count
        return ask_where_unsure(store, campaign) > 0


def _count(store: Store, campaign: Campaign) -> int:
    answers = schema.answers
    with store.reading() as connection:
        counted = select(func.count()).where(answers.c.campaign == campaign.id, answers.c.state == AnswerState.COUNTED)
        return int(connection.execute(counted).scalar_one())
