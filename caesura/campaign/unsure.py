"""Asking once more where the model is unsure (the rule `unsure`)."""

from __future__ import annotations

from sqlalchemy import bindparam, select, update

from caesura.campaign.answers import given_answers
from caesura.campaign.labelling import labelled
from caesura.campaign.places import count_surplus
from caesura.campaign.store import Store, Transaction, schema
from caesura.campaign.tracing import trace
from caesura.campaign.values import Campaign, Role

items = schema.items


def ask_where_unsure(store: Store, campaign: Campaign) -> int:
    """One more answer for every item that has all it was to get, may get more, and of which the model is not sure.

    The model is fitted outside the transaction: it may take a while, and nobody is to wait for it. What it says is applied only
    to items that still have exactly the answers it saw.
    """
    rule = campaign.plan.parameters("unsure")
    if rule is None:
        return 0
    with store.reading() as connection:
        full = select(items.c.name, items.c.id, items.c.answers).where(
            items.c.campaign == campaign.id,
            items.c.role == Role.ORDINARY,
            items.c.answers >= items.c.wanted,
            items.c.wanted < campaign.plan.annotations,
        )
        candidates = {name: (id, count) for name, id, count in connection.execute(full)}
        found = given_answers(connection, campaign) if candidates else []
    if not candidates:
        return 0
    likely = labelled(found, campaign.task, rule.model).likely
    unsure = [
        {"this": candidates[name][0], "seen": candidates[name][1]}
        for name, (_, probability) in likely.items()
        if name in candidates and probability < rule.threshold
    ]
    return store.do(lambda transaction: _ask(transaction, campaign, unsure)) if unsure else 0


def _ask(transaction: Transaction, campaign: Campaign, unsure: list[dict[str, int]]) -> int:
    once_more = (
        update(items)
        .where(items.c.id == bindparam("this"), items.c.answers == bindparam("seen"), items.c.wanted == bindparam("seen"))
        .values(wanted=items.c.wanted + 1, places=items.c.places + 1)
    )
    changed = sum(transaction.connection.execute(once_more, each).rowcount for each in unsure)
    count_surplus(transaction.connection, [each["this"] for each in unsure])
    if changed:
        trace(transaction, campaign.id, "asked again", rule="unsure", detail=f"{changed} items")
    return changed
