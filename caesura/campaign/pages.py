"""Giving out pages: which items a worker gets next, kept for them until they answer or the time is up."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Select, bindparam, func, insert, select, update

from caesura.campaign.keys import PAGE, looks_like_key, new_key
from caesura.campaign.places import free_places
from caesura.campaign.quota import answers_left
from caesura.campaign.records import CAMPAIGN_COLUMNS, WORKER_COLUMNS, campaign_of, worker_of
from caesura.campaign.store import Store, Transaction, afterwards, beside_others, schema
from caesura.campaign.store.writer import Job
from caesura.campaign.tasks import task_named
from caesura.campaign.tracing import trace
from caesura.campaign.values import Campaign, CampaignState, NoPage, PageItem, Refusal, Role, TaskPage, Worker, WorkerState
from caesura.foundation import InputError

items, pages, page_items, answers, workers, campaigns = (
    schema.items,
    schema.pages,
    schema.page_items,
    schema.answers,
    schema.workers,
    schema.campaigns,
)

UNKNOWN_KEY = Refusal("unknown-key", "this link leads nowhere", "ask whoever sent it for a new one")
_SHOWN = (items.c.id, items.c.text, items.c.paragraph)
_WORKER = (
    select(*WORKER_COLUMNS, *CAMPAIGN_COLUMNS)
    .join(campaigns, campaigns.c.id == workers.c.campaign)
    .where(workers.c.key == bindparam("worker_key"))
    .with_for_update(of=workers, key_share=True)
)
_LATE = (
    select(pages.c.id, pages.c.campaign, pages.c.worker)
    .where(pages.c.state == "open", pages.c.expires_at < bindparam("now"))
    .limit(1000)
    .with_for_update(skip_locked=True, key_share=True)
)
_NEW_PAGE = insert(pages).returning(pages.c.id)
_NEW_PAGE_ITEMS = insert(page_items)
_OPEN_PAGE = select(pages).where(pages.c.worker == bindparam("of_worker"), pages.c.state == "open")


def next_page(store: Store, worker_key: str) -> TaskPage | NoPage:
    """The worker's next page. The one they have already comes again until they submit it or its time is up."""
    page = store.run(next_page_job(worker_key))
    if isinstance(page, Refusal):
        raise InputError(page.reason, cure=page.cure)
    return page


def next_page_job(worker_key: str) -> Job[TaskPage | NoPage | Refusal]:
    def job(transaction: Transaction) -> TaskPage | NoPage | Refusal:
        row = transaction.connection.execute(_WORKER, {"worker_key": worker_key}).first() if looks_like_key(worker_key) else None
        if row is None:
            return UNKNOWN_KEY
        return afterwards(page_to_come(transaction, worker_of(row), campaign_of(row[len(WORKER_COLUMNS) :])))

    return beside_others(job)


def page_to_come(transaction: Transaction, worker: Worker, campaign: Campaign) -> Callable[[], TaskPage | NoPage]:
    """The worker's next page, to be given when all that others sent in the same transaction is stored."""
    sweep(transaction)
    return lambda: give_page(transaction, transaction.known.get(("worker", worker.id), worker), campaign)


def give_page(transaction: Transaction, worker: Worker, campaign: Campaign) -> TaskPage | NoPage:
    sweep(transaction)
    if worker.state is not WorkerState.ACTIVE:
        return NoPage.SHUT_OUT
    if campaign.state is not CampaignState.OPEN:
        return NoPage.NOT_OPEN
    # Whoever has just sent their open page back has no other.
    if not transaction.known.pop(("has none open", worker.id), False):
        current = transaction.connection.execute(_OPEN_PAGE, {"of_worker": worker.id}).mappings().first()
        if current is not None:
            return page_as_shown(transaction.connection, worker, campaign, current)
    for rule, parameters in campaign.plan.active:
        verdict = rule.admits(parameters, worker) if rule.admits else None
        if verdict is not None:
            # Told once, not with every look at the page.
            if worker.reason != verdict.reason:
                transaction.connection.execute(update(workers).where(workers.c.id == worker.id).values(reason=verdict.reason))
                trace(transaction, campaign.id, "not admitted", rule=rule.name, worker=worker.id, detail=verdict.reason)
            return NoPage.SHUT_OUT
    rows = _training(transaction, worker, campaign)
    is_training = bool(rows)
    if not rows:
        left = answers_left(transaction.connection, worker, campaign)
        if left == 0:
            return NoPage.DONE
        size = campaign.plan.items_per_page
        rows = _ordinary(transaction, worker, campaign, size if left is None else min(size, left))
    if not rows:
        return NoPage.WAITING if _more_may_come(transaction, worker, campaign) else NoPage.DONE
    return _issue(transaction, worker, campaign, rows, is_training)


def sweep(transaction: Transaction) -> None:
    """Give back what is held by pages whose time is up; once in a transaction is enough."""
    if transaction.known.setdefault("swept", False):
        return
    transaction.known["swept"] = True
    for page, campaign, worker in transaction.connection.execute(_LATE, {"now": transaction.now}).all():
        release(transaction, page, "expired")
        trace(transaction, campaign, "page expired", worker=worker, page=page)


def release(transaction: Transaction, page: int, state: str) -> None:
    """Nobody is kept waiting for this page any more: its places are free again."""
    transaction.settle()
    connection = transaction.connection
    connection.execute(update(pages).where(pages.c.id == page).values(state=state))
    free_places(connection, connection.execute(select(page_items.c.item).where(page_items.c.page == page)).scalars().all())


def _unanswered(role: Role) -> Select[Any]:
    done = select(answers.c.id).where(answers.c.worker == bindparam("of_worker"), answers.c.item == items.c.id)
    return select(*_SHOWN).where(items.c.campaign == bindparam("of_campaign"), items.c.role == role.value, ~done.exists())


_TRAINING = _unanswered(Role.TRAINING).order_by(items.c.position).limit(bindparam("maximum"))
_ORDINARY = _unanswered(Role.ORDINARY).where(items.c.places > 0).order_by(items.c.position).limit(bindparam("maximum"))
# On PostgreSQL: what another server is giving out at this moment is passed over, and waited for only where there is nothing else.
_NOT_HELD = _ORDINARY.with_for_update(of=items, skip_locked=True, key_share=True)
_WAITED_FOR = _ORDINARY.with_for_update(of=items, key_share=True)
# Some hundreds are enough to draw from, however many tests there are.
_TESTS = _unanswered(Role.TEST).order_by(items.c.position).limit(300)
_LAST_SHOWN = (
    select(page_items.c.item, func.max(pages.c.id).label("page"))
    .join(pages, pages.c.id == page_items.c.page)
    .where(pages.c.worker == bindparam("of_worker"), pages.c.state == "submitted")
    .group_by(page_items.c.item)
    .subquery()
)
# Tests that were answered, the one that was longest ago first: by rotation, not by chance.
_TESTS_AGAIN = (
    select(*_SHOWN)
    .join(_LAST_SHOWN, _LAST_SHOWN.c.item == items.c.id)
    .where(items.c.campaign == bindparam("of_campaign"), items.c.role == Role.TEST.value)
    .order_by(_LAST_SHOWN.c.page, items.c.position)
    .limit(bindparam("maximum"))
)
_UNFINISHED = _unanswered(Role.ORDINARY).where(items.c.answers < items.c.wanted).limit(1)


def _training(transaction: Transaction, worker: Worker, campaign: Campaign) -> list[Any]:
    left = campaign.plan.practice_due(worker)
    if not left:
        return []
    maximum = min(left, campaign.plan.items_per_page)
    given = {"of_worker": worker.id, "of_campaign": campaign.id, "maximum": maximum}
    return list(transaction.connection.execute(_TRAINING, given).all())


def _ordinary(transaction: Transaction, worker: Worker, campaign: Campaign, size: int) -> list[Any]:
    """Items that still have places, in the campaign's order, with the test items that are due among them."""
    given = {"of_worker": worker.id, "of_campaign": campaign.id}
    tests: list[Any] = []
    if due := campaign.plan.tests_due(worker, size):
        listed = transaction.connection.execute(_TESTS, given).all()
        tests = secrets.SystemRandom().sample(listed, min(due, len(listed)))
        if len(tests) < due and campaign.plan.tests_rotate:
            tests += transaction.connection.execute(_TESTS_AGAIN, {**given, "maximum": due - len(tests)}).all()
    # A page of nothing but tests would show what they are.
    maximum = max(1, size - len(tests))
    wanted = {**given, "maximum": maximum}
    ordinary = list(transaction.connection.execute(_NOT_HELD, wanted).all())
    if not ordinary and transaction.connection.dialect.name == "postgresql":
        ordinary = list(transaction.connection.execute(_WAITED_FOR, wanted).all())
    if not ordinary:
        return []
    mixed = [*ordinary, *tests[: max(0, size - len(ordinary))]]
    if tests:
        secrets.SystemRandom().shuffle(mixed)
    return mixed


def _more_may_come(transaction: Transaction, worker: Worker, campaign: Campaign) -> bool:
    given = {"of_worker": worker.id, "of_campaign": campaign.id}
    return transaction.connection.execute(_UNFINISHED, given).first() is not None


_RESERVE = (
    update(items)
    .where(items.c.id.in_(bindparam("held", expanding=True)), items.c.role == Role.ORDINARY.value)
    .values(places=items.c.places - 1)
)


def _issue(transaction: Transaction, worker: Worker, campaign: Campaign, rows: list[Any], is_training: bool) -> TaskPage:
    connection = transaction.connection
    values = {
        "key": new_key(PAGE),
        "campaign": campaign.id,
        "worker": worker.id,
        "is_training": is_training,
        "state": "open",
        "issued_at": transaction.now,
        "expires_at": transaction.now + campaign.plan.reservation_minutes * 60_000,
    }
    page = connection.execute(_NEW_PAGE, values).scalar_one()
    connection.execute(_NEW_PAGE_ITEMS, [{"page": page, "place": i, "item": row.id} for i, row in enumerate(rows, start=1)])
    if not is_training:
        connection.execute(_RESERVE, {"held": [row.id for row in rows]})
    return page_of_rows(worker, campaign, values, rows)


def page_as_shown(connection: Connection, worker: Worker, campaign: Campaign, page: Any) -> TaskPage:
    """A page of the store as its worker saw it, whatever became of it since."""
    joined = select(*_SHOWN).join(page_items, page_items.c.item == items.c.id).where(page_items.c.page == page["id"])
    return page_of_rows(worker, campaign, page, connection.execute(joined.order_by(page_items.c.place)).all())


def page_of_rows(worker: Worker, campaign: Campaign, page: Any, rows: Any) -> TaskPage:
    task = task_named(campaign.task)
    listed = []
    for place, row in enumerate(rows, start=1):
        words = task.words(row.text)
        choices = task.shuffled_choices(words, f"{worker.id} {row.id}")
        listed.append(PageItem(place, row.text, words, row.paragraph, choices))
    return TaskPage(page["key"], campaign.task, page["is_training"], page["issued_at"], page["expires_at"], tuple(listed))
