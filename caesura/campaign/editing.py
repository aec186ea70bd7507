"""Changing a campaign while it runs, copying it, and deleting it with all it holds."""

from __future__ import annotations

import json
from dataclasses import fields

from sqlalchemy import case, delete, literal, select, update

from caesura.campaign.creating import create_campaign, set_state
from caesura.campaign.keys import LINK, new_key
from caesura.campaign.owners import Owner
from caesura.campaign.places import count_surplus
from caesura.campaign.plan import Plan
from caesura.campaign.records import find_campaign
from caesura.campaign.store import Store, Transaction, schema
from caesura.campaign.stored_text import checked_name
from caesura.campaign.tracing import trace
from caesura.campaign.values import Campaign, CampaignState, Item, Role

campaigns, items = schema.campaigns, schema.items


def edit_campaign(store: Store, campaign: Campaign, *, name: str | None = None, plan: Plan | None = None, by: str = "") -> Campaign:
    """Another name, or another plan: instructions, rules, pay, how many answers. What was answered stays as it is.

    With more answers wanted, everybody is asked on; with fewer, nothing is thrown away, and pages that are out still count.
    """
    new_name = campaign.name if name is None else checked_name(name, "the campaign's name")
    new_plan = plan or campaign.plan
    changed = [each.name for each in fields(Plan) if getattr(new_plan, each.name) != getattr(campaign.plan, each.name)]
    if new_name != campaign.name:
        changed.insert(0, "name")

    def job(transaction: Transaction) -> Campaign:
        connection = transaction.connection
        values = {"name": new_name, "plan": json.dumps(new_plan.document())}
        connection.execute(update(campaigns).where(campaigns.c.id == campaign.id).values(values))
        if new_plan.first_annotations != campaign.plan.first_annotations or new_plan.annotations != campaign.plan.annotations:
            _want(transaction, campaign, new_plan)
        if changed:
            trace(transaction, campaign.id, "edited", detail=", ".join(changed), by=by)
        return find_campaign(connection, campaign.key)

    return store.run(job)


def _want(transaction: Transaction, campaign: Campaign, plan: Plan) -> None:
    """As many answers of each query as the plan now says; never fewer than it has, or than pages that are out may bring."""
    of = (items.c.campaign == campaign.id, items.c.role == Role.ORDINARY)
    taken = items.c.wanted - items.c.places
    # Where a rule asks on, a query may have been asked more often than it was to be at first.
    beginning, most = plan.first_annotations, plan.annotations
    between = case((items.c.wanted > most, most), (items.c.wanted < beginning, beginning), else_=items.c.wanted)
    goal = literal(beginning) if beginning == most else between
    wanted = case((taken > goal, taken), else_=goal)
    transaction.connection.execute(update(items).where(*of).values(wanted=wanted, places=wanted - taken))
    freed = transaction.connection.execute(select(items.c.id).where(*of, items.c.places > 0)).scalars().all()
    for start in range(0, len(freed), 500):
        count_surplus(transaction.connection, freed[start : start + 500])


def duplicate_campaign(store: Store, campaign: Campaign, owner: Owner, name: str) -> Campaign:
    """The same queries, tests, practice and plan under another name, with no answers; paused until it is opened."""
    query = select(items).where(items.c.campaign == campaign.id).order_by(items.c.id)
    with store.reading() as connection:
        copied = [
            Item(row.name, row.text, Role(row.role), row.paragraph, tuple(json.loads(row.accepted)), row.explanation)
            for row in connection.execute(query)
        ]
    made = create_campaign(store, owner, name, campaign.task, copied, campaign.plan)
    with store.reading() as connection:
        pictures = connection.execute(select(schema.pictures).where(schema.pictures.c.campaign == campaign.id)).all()
    if pictures:
        rows = [{"campaign": made.id, "name": one.name, "kind": one.kind, "content": one.content} for one in pictures]
        store.run(lambda transaction: transaction.connection.execute(schema.pictures.insert(), rows) and None)
    return set_state(store, made, CampaignState.PAUSED) if made.state is CampaignState.OPEN else made


def renew_link(store: Store, campaign: Campaign, *, by: str = "") -> Campaign:
    """Another invitation; whoever has the old one can no longer join by it. Workers keep their own links."""

    def job(transaction: Transaction) -> Campaign:
        connection = transaction.connection
        connection.execute(update(campaigns).where(campaigns.c.id == campaign.id).values(link=new_key(LINK)))
        trace(transaction, campaign.id, "link renewed", by=by)
        return find_campaign(connection, campaign.key)

    return store.run(job)


def delete_campaign(store: Store, campaign: Campaign) -> None:
    """The campaign with all its queries, workers, answers and events. This cannot be undone."""

    def job(transaction: Transaction) -> None:
        connection = transaction.connection
        of_pages = select(schema.pages.c.id).where(schema.pages.c.campaign == campaign.id)
        connection.execute(delete(schema.events).where(schema.events.c.campaign == campaign.id))
        connection.execute(delete(schema.answers).where(schema.answers.c.campaign == campaign.id))
        connection.execute(delete(schema.page_items).where(schema.page_items.c.page.in_(of_pages)))
        for table in (
            schema.machine_answers,
            schema.machines,
            schema.adjudications,
            schema.pages,
            schema.workers,
            schema.items,
            schema.members,
            schema.pictures,
            schema.uploads,
        ):
            connection.execute(delete(table).where(table.c.campaign == campaign.id))
        connection.execute(delete(campaigns).where(campaigns.c.id == campaign.id))

    store.run(job)
