"""What machines answered in a campaign, apart from the crowd's answers: stored, listed, and out again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, select

from caesura.campaign.machines.asking import AskedSample
from caesura.campaign.store import Store, Transaction, schema
from caesura.campaign.tasks import task_named
from caesura.campaign.tracing import trace
from caesura.campaign.values import Campaign, Item, Role
from caesura.corpus import Machine, Votes, WorkerKind
from caesura.foundation import InputError
from caesura.shapes import Shape

items, machines, answers, workers = schema.items, schema.machines, schema.machine_answers, schema.workers


@dataclass(frozen=True)
class MachineAnswer:
    """One sample of one machine for one item."""

    item: str
    text: str
    machine: str
    kind: str
    sample: int
    answer: str


def items_for_machines(store: Store, campaign: Campaign) -> list[Item]:
    """What is to be annotated. Tests and practice are not: their answers say how good a person is."""
    query = select(items.c.name, items.c.text, items.c.paragraph).where(
        items.c.campaign == campaign.id, items.c.role == Role.ORDINARY
    )
    with store.reading() as connection:
        return [Item(name, text, paragraph=paragraph) for name, text, paragraph in connection.execute(query.order_by(items.c.id))]


def store_machine(
    store: Store, campaign: Campaign, name: str, kind: WorkerKind, about: dict[str, Any], outcomes: Sequence[AskedSample]
) -> int:
    """The answers of one machine; those of an earlier run of the same machine are replaced. How many there are is returned."""

    def job(transaction: Transaction) -> int:
        connection = transaction.connection
        if connection.execute(select(workers.c.id).where(workers.c.campaign == campaign.id, workers.c.name == name)).first():
            raise InputError(f"a worker is called '{name}'", cure="give the machine another name with --as")
        known = connection.execute(
            select(machines.c.id, machines.c.kind).where(machines.c.campaign == campaign.id, machines.c.name == name)
        ).first()
        if known is not None:
            connection.execute(delete(answers).where(answers.c.machine == known.id))
            connection.execute(delete(machines).where(machines.c.id == known.id))
        row = {"campaign": campaign.id, "name": name, "kind": kind.value, "about": json.dumps(about), "at": transaction.now}
        made = connection.execute(insert(machines).values(**row)).inserted_primary_key
        number = made[0] if made is not None else None
        listed = connection.execute(select(items.c.name, items.c.id).where(items.c.campaign == campaign.id))
        ids = {row.name: row.id for row in listed}
        rows = [
            {"campaign": campaign.id, "machine": number, "item": ids[each.item.name], "sample": each.sample, "answer": each.answer}
            for each in outcomes
            if each.answer is not None and each.item.name in ids
        ]
        for start in range(0, len(rows), 500):
            connection.execute(insert(answers), rows[start : start + 500])
        trace(transaction, campaign.id, "machine annotated", detail=f"{name} ({kind}): {len(rows)} answers")
        return len(rows)

    return store.run(job)


def machine_answers_of(store: Store, campaign: Campaign) -> list[MachineAnswer]:
    """All answers of all machines, in the order of the items."""
    query = (
        select(items.c.name, items.c.text, machines.c.name, machines.c.kind, answers.c.sample, answers.c.answer)
        .join(items, items.c.id == answers.c.item)
        .join(machines, machines.c.id == answers.c.machine)
        .where(answers.c.campaign == campaign.id)
        .order_by(items.c.id, machines.c.id, answers.c.sample)
    )
    with store.reading() as connection:
        return [MachineAnswer(*row) for row in connection.execute(query)]


def machines_of(store: Store, campaign: Campaign) -> dict[str, Machine]:
    """The machines of a campaign, as a corpus has them."""
    task = task_named(campaign.task)
    query = select(machines.c.name, machines.c.kind, machines.c.about).where(machines.c.campaign == campaign.id)
    with store.reading() as connection:
        known = {name: (WorkerKind(kind), json.loads(about)) for name, kind, about in connection.execute(query)}
    votes: dict[str, dict[str, list[tuple[Shape, str | None, tuple[str, ...]]]]] = {name: {} for name in known}
    for given in machine_answers_of(store, campaign) if known else ():
        shape = task.shape(task.words(given.text), given.answer)
        if shape is not None:
            votes[given.machine].setdefault(given.item, []).append((shape, None, ()))
    return {
        name: Machine(kind, {item: Votes.count(of) for item, of in votes[name].items()}, about)
        for name, (kind, about) in known.items()
    }


def machine_counts(store: Store, campaign: Campaign) -> list[dict[str, Any]]:
    """A row for each machine: name, kind, items, answers."""
    query = (
        select(machines.c.name, machines.c.kind, func.count(func.distinct(answers.c.item)), func.count(answers.c.id))
        .outerjoin(answers, answers.c.machine == machines.c.id)
        .where(machines.c.campaign == campaign.id)
        .group_by(machines.c.id, machines.c.name, machines.c.kind)
        .order_by(machines.c.id)
    )
    with store.reading() as connection:
        rows = connection.execute(query).all()
    return [{"machine": name, "kind": kind, "items": of_items, "answers": number} for name, kind, of_items, number in rows]
