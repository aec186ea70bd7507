"""Creating campaigns, giving them items, opening and closing them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from sqlalchemy import func, insert, select, update

from caesura.campaign.keys import CAMPAIGN, LINK, new_key
from caesura.campaign.owners import Owner
from caesura.campaign.people import OwnerRole
from caesura.campaign.plan import Plan
from caesura.campaign.proposals import print_proposal, with_proposals
from caesura.campaign.records import CAMPAIGN_COLUMNS, campaign_of, find_campaign, open_to
from caesura.campaign.store import Store, Transaction, schema
from caesura.campaign.stored_text import checked_name, checked_text
from caesura.campaign.tasks import Task, task_named
from caesura.campaign.tracing import trace
from caesura.campaign.values import Campaign, CampaignState, Item, Role
from caesura.corpus import Corpus
from caesura.foundation import InputError
from caesura.shapes import Forest

MAXIMUM_ITEMS = 100_000


def create_campaign(store: Store, owner: Owner, name: str, task: str, items: Iterable[Item], plan: Plan | None = None) -> Campaign:
    """A new campaign, open for work at once unless it has no items yet (then it is a draft)."""
    checked_name(name, "the campaign's name")
    kind = task_named(task)
    settings = plan or Plan(items_per_page=kind.items_per_page)
    rows = _rows(kind, with_proposals(kind, list(items), store.propose), settings)
    state = CampaignState.OPEN if any(row["role"] == Role.ORDINARY for row in rows) else CampaignState.DRAFT
    values = {
        "key": new_key(CAMPAIGN),
        "owner": owner.id,
        "name": name,
        "task": task,
        "state": state,
        "link": new_key(LINK),
        "plan": json.dumps(settings.document()),
    }

    def job(transaction: Transaction) -> Campaign:
        inserted = insert(schema.campaigns).values({**values, "created_at": transaction.now}).returning(*CAMPAIGN_COLUMNS)
        campaign = campaign_of(transaction.connection.execute(inserted).one())
        _add(transaction, campaign, rows)
        trace(transaction, campaign.id, "created", detail=f"{len(rows)} items")
        return campaign

    return store.run(job)


def add_items(store: Store, campaign: Campaign, items: Iterable[Item]) -> int:
    """More items for a campaign; names that it has already are refused, all or nothing."""
    kind = task_named(campaign.task)
    rows = _rows(kind, with_proposals(kind, list(items), store.propose), campaign.plan)

    def job(transaction: Transaction) -> str | None:
        names = {row["name"] for row in rows}
        known = transaction.connection.execute(select(schema.items.c.name).where(schema.items.c.campaign == campaign.id)).scalars()
        names_here = list(known)
        if twice := sorted(names & set(names_here)):
            return f"there is an item {twice[0]} already"
        if len(names_here) + len(rows) > MAXIMUM_ITEMS:
            return f"{len(names_here) + len(rows):,} items, at most {MAXIMUM_ITEMS:,} are possible"
        _add(transaction, campaign, rows)
        trace(transaction, campaign.id, "items added", detail=f"{len(rows)} items")
        return None

    if problem := store.run(job):
        raise InputError(problem, cure="give new items other names, or create another campaign")
    return len(rows)


def set_state(store: Store, campaign: Campaign, state: CampaignState) -> Campaign:
    """Open, pause or close. A closed campaign takes no more answers; it can be opened again."""

    def job(transaction: Transaction) -> Campaign:
        connection = transaction.connection
        connection.execute(update(schema.campaigns).where(schema.campaigns.c.id == campaign.id).values(state=state))
        trace(transaction, campaign.id, state)
        return find_campaign(connection, campaign.key)

    if state is CampaignState.OPEN and not count_items(store, campaign):
        raise InputError("a campaign without items cannot be opened", cure="add items first")
    return store.run(job)


def count_items(store: Store, campaign: Campaign) -> int:
    items = schema.items
    with store.reading() as connection:
        counted = select(func.count()).where(items.c.campaign == campaign.id, items.c.role == Role.ORDINARY)
        return int(connection.execute(counted).scalar_one())


def campaigns_of(store: Store, owner: Owner) -> list[Campaign]:
    """The campaigns that an owner created or may look at, the newest first."""
    theirs = open_to(owner.id, OwnerRole.VIEWER.enough)
    query = select(*CAMPAIGN_COLUMNS).where(theirs).order_by(schema.campaigns.c.id.desc())
    with store.reading() as connection:
        return [campaign_of(row) for row in connection.execute(query)]


def open_campaign(store: Store, key: str, owner: Owner | None = None, needs: OwnerRole = OwnerRole.OWNER) -> Campaign:
    """The campaign of this key; with `owner`, only if it is theirs, or if their role in it is the one needed or more."""
    with store.reading() as connection:
        return find_campaign(connection, key, None if owner is None else owner.id, needs.enough)


def items_from(corpus: Corpus, task: str, *, role: Role = Role.ORDINARY) -> list[Item]:
    """The queries of a corpus as items. For tests and training its annotated segmentations are the accepted answers.

    For a task that takes proposals, a forest of the corpus is one.
    """
    kind = task_named(task)
    listed = []
    for entry in corpus:
        accepted: tuple[str, ...] = ()
        if role is not Role.ORDINARY:
            words = entry.query.words
            accepted = tuple(kind.read(words, _as_list(vote.shape)) for vote in entry.votes)
        forest = next((vote.shape for vote in entry.votes if isinstance(vote.shape, Forest)), None)
        proposal = print_proposal(forest) if kind.takes_proposals and role is Role.ORDINARY and forest is not None else ""
        listed.append(Item(entry.query.id, entry.query.text, role, proposal, accepted))
    return listed


def _as_list(shape: Any) -> list[int]:
    return list(shape.heads if isinstance(shape, Forest) else getattr(shape, "breaks", getattr(shape, "heights", ())))


def _add(transaction: Transaction, campaign: Campaign, rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        # Not in the order of the file: neighbours there are often alike.
        places = list(range(len(rows)))
        Random(campaign.key).shuffle(places)
        listed = [
            {**row, "campaign": campaign.id, "position": place if row["role"] == Role.ORDINARY else number}
            for number, (row, place) in enumerate(zip(rows, places, strict=True))
        ]
        transaction.connection.execute(insert(schema.items), listed)


def _rows(task: Task, items: Sequence[Item], plan: Plan) -> list[dict[str, Any]]:
    if len(items) > MAXIMUM_ITEMS:
        raise InputError(f"{len(items):,} items, at most {MAXIMUM_ITEMS:,} are possible", cure="create several campaigns")
    rows: list[dict[str, Any]] = []
    names: set[str] = set()
    for number, item in enumerate(items, start=1):
        try:
            rows.append(_row(task, item, plan))
        except InputError as error:
            raise InputError(f"item {number} ({item.name[:60]}): {error.problem}", cure=error.cure) from None
        if item.name in names:
            raise InputError(f"two items are called {item.name[:60]}", cure="give each a name of its own")
        names.add(item.name)
    return rows


def _row(task: Task, item: Item, plan: Plan) -> dict[str, Any]:
    checked_name(item.name, "the item's name", 500)
    checked_text(item.text, "the text", 2_000)
    checked_text(item.paragraph, "the paragraph", 20_000)
    checked_text(item.explanation, "the explanation", 5_000)
    task.check(item.text, item.paragraph)
    role = Role(item.role)
    if role is not Role.ORDINARY and not item.accepted:
        raise InputError(f"a {role} item needs an accepted answer", cure="give at least one")
    words = task.words(item.text)
    accepted = [task.read(words, answer) for answer in item.accepted]
    wanted = plan.first_annotations if role is Role.ORDINARY else 0
    return {
        "name": item.name,
        "text": item.text,
        "role": role.value,
        "paragraph": item.paragraph,
        "accepted": json.dumps(accepted, ensure_ascii=False),
        "explanation": item.explanation,
        "wanted": wanted,
        "answers": 0,
        "places": wanted,
    }
