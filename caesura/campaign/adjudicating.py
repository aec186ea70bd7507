"""The adjudication desk: queries that split the crowd, their votes side by side, and what somebody decided about them, and why.

A decision stands beside the votes and never changes them. The exported corpus has it among its outputs, as `adjudicated`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import log2

from sqlalchemy import delete, insert, select

from caesura.campaign.answers import WorkerAnswer, stored_answers
from caesura.campaign.records import UnknownError
from caesura.campaign.store import Store, Transaction, schema
from caesura.campaign.stored_text import checked_text
from caesura.campaign.tasks import task_named
from caesura.campaign.tracing import trace
from caesura.campaign.values import Campaign, Role
from caesura.foundation import InputError

adjudications, items = schema.adjudications, schema.items


@dataclass(frozen=True)
class VoteCount:
    """An answer, how many gave it, and who."""

    answer: str
    count: int
    workers: tuple[str, ...]


@dataclass(frozen=True)
class Adjudication:
    """What was decided about an item, by whom, when, and why."""

    item: str
    text: str
    answer: str
    reason: str
    by: str
    at: int


@dataclass(frozen=True)
class Split:
    """An item with its votes; `spread` is their entropy in bits: 0 where all agree, 1 where two answers are even."""

    item: str
    text: str
    paragraph: str
    votes: tuple[VoteCount, ...]
    spread: float
    decision: Adjudication | None


def vote_spread(counts: list[int]) -> float:
    total = sum(counts)
    return -sum(count / total * log2(count / total) for count in counts if count) + 0.0 if total else 0.0


def splits(store: Store, campaign: Campaign) -> list[Split]:
    """Every item with more than one answer: what splits the crowd most comes first, what is decided last."""
    with store.reading() as connection:
        stored = stored_answers(connection, campaign)
        shown = select(items.c.name, items.c.paragraph).where(items.c.campaign == campaign.id)
        paragraphs = {row.name: row.paragraph for row in connection.execute(shown)}
    decided = {one.item: one for one in adjudications_of(store, campaign)}
    by_item: dict[str, list[WorkerAnswer]] = {}
    for given in stored:
        by_item.setdefault(given.item, []).append(given)
    listed = []
    for name, of in by_item.items():
        counts = Counter(given.answer for given in of)
        if len(counts) < 2 and name not in decided:
            continue
        votes = tuple(
            VoteCount(answer, count, tuple(given.worker for given in of if given.answer == answer))
            for answer, count in counts.most_common()
        )
        spread = vote_spread(list(counts.values()))
        listed.append(Split(name, of[0].text, paragraphs.get(name, ""), votes, spread, decided.get(name)))
    return sorted(listed, key=lambda split: (split.decision is not None, -split.spread, split.item))


def adjudicate(store: Store, campaign: Campaign, item: str, answer: object, reason: str, *, by: str) -> str:
    """Decide an item; an earlier decision gives way, and stays in the trace. The answer in its canonical form is returned."""
    checked_text(reason, "the reason", 5_000)
    if not reason.strip():
        raise InputError("the reason is missing", cure="say in a few words why")
    task = task_named(campaign.task)
    of = select(items.c.id, items.c.text).where(items.c.campaign == campaign.id, items.c.name == item)
    with store.reading() as connection:
        row = connection.execute(of.where(items.c.role == Role.ORDINARY)).first() if "\0" not in item else None
    if row is None:
        raise UnknownError(f"no query {item[:200]} in this campaign", cure="see the adjudication desk")
    read = task.read(task.words(row.text), answer)

    def job(transaction: Transaction) -> None:
        connection = transaction.connection
        connection.execute(delete(adjudications).where(adjudications.c.item == row.id))
        values = {
            "campaign": campaign.id,
            "item": row.id,
            "answer": read,
            "reason": reason.strip(),
            "by": by,
            "at": transaction.now,
        }
        connection.execute(insert(adjudications).values(values))
        trace(transaction, campaign.id, "adjudicated", item=row.id, detail=f"{read}: {reason.strip()}", by=by)

    store.run(job)
    return read


def adjudications_of(store: Store, campaign: Campaign) -> list[Adjudication]:
    """All decisions, in the order of the items."""
    query = (
        select(items.c.name, items.c.text, *(adjudications.c[name] for name in ("answer", "reason", "by", "at")))
        .join(items, items.c.id == adjudications.c.item)
        .where(adjudications.c.campaign == campaign.id)
        .order_by(items.c.id)
    )
    with store.reading() as connection:
        return [Adjudication(*row) for row in connection.execute(query)]
