"""Taking workers, and answers, out of the count. Nothing is deleted: what no longer counts is marked, and its place is free
again."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import ColumnElement, select, update

from caesura.campaign.pages import release
from caesura.campaign.places import free_places
from caesura.campaign.records import UnknownError, find_worker
from caesura.campaign.store import Store, Transaction, schema
from caesura.campaign.tracing import trace
from caesura.campaign.values import AnswerState, Campaign, Worker, WorkerState
from caesura.foundation import InputError

answers, items, pages, workers = schema.answers, schema.items, schema.pages, schema.workers


def remove_worker(store: Store, campaign: Campaign, name: str, *, with_answers: bool, reason: str = "", by: str = "") -> int:
    """The worker gets no more pages; with their answers, these leave the count too. How many did is returned."""

    def job(transaction: Transaction) -> int | None:
        try:
            worker = find_worker(transaction.connection, campaign.id, name)
        except UnknownError:
            return None
        removed = {"state": WorkerState.REMOVED, "reason": reason[:2000] or "removed by the owner", "needs_review": False}
        transaction.connection.execute(update(workers).where(workers.c.id == worker.id).values(removed))
        for page in transaction.connection.execute(
            select(pages.c.id).where(pages.c.worker == worker.id, pages.c.state == "open")
        ).scalars():
            release(transaction, page, "released")
        gone = withdraw_answers(transaction, worker) if with_answers else 0
        what = "removed with answers" if with_answers else "removed"
        trace(transaction, campaign.id, what, worker=worker.id, detail=reason or f"{gone} answers withdrawn", by=by)
        return gone

    withdrawn = store.run(job)
    if withdrawn is None:
        raise UnknownError(f"no worker {name[:200]} in this campaign", cure="names are those of the workers' table")
    return withdrawn


def clear_review(store: Store, campaign: Campaign, name: str, *, by: str = "") -> None:
    """The owner has looked at this worker and finds nothing wrong."""

    def job(transaction: Transaction) -> bool:
        statement = update(workers).where(workers.c.campaign == campaign.id, workers.c.name == name).values(needs_review=False)
        if not transaction.connection.execute(statement).rowcount:
            return False
        worker = find_worker(transaction.connection, campaign.id, name)
        trace(transaction, campaign.id, "review cleared", worker=worker.id, by=by)
        return True

    if not store.run(job):
        raise UnknownError(f"no worker {name[:200]} in this campaign", cure="names are those of the workers' table")


def decide_page(
    store: Store, campaign: Campaign, page_key: str, decision: Literal["approved", "rejected"], *, reason: str = "", by: str = ""
) -> None:
    """Approve a page, or reject it: then its answers leave the count and others are asked. A decision is final."""
    if decision not in ("approved", "rejected"):
        raise InputError(f"a page cannot be {decision}", cure="choose approved or rejected")

    def job(transaction: Transaction) -> str | None:
        connection = transaction.connection
        known = select(pages.c.id, pages.c.worker, pages.c.state, pages.c.decision)
        page = connection.execute(known.where(pages.c.campaign == campaign.id, pages.c.key == page_key)).first()
        if page is None or page.state != "submitted":
            return "unknown"
        if page.decision is not None:
            return None if page.decision == decision else page.decision
        connection.execute(update(pages).where(pages.c.id == page.id).values(decision=decision, decision_reason=reason[:2000]))
        counter = workers.c.pages_approved if decision == "approved" else workers.c.pages_rejected
        connection.execute(update(workers).where(workers.c.id == page.worker).values({counter: counter + 1}))
        if decision == "rejected":
            _out_of_the_count(transaction, answers.c.page == page.id, AnswerState.REJECTED)
        trace(transaction, campaign.id, f"page {decision}", worker=page.worker, page=page.id, detail=reason, by=by)
        return None

    match store.run(job):
        case "unknown":
            raise UnknownError("no submitted page of this key in the campaign", cure="see the worker's pages")
        case str(other):
            raise InputError(f"the page is {other} already", cure="a decision is final")


def withdraw_answers(transaction: Transaction, worker: Worker) -> int:
    return _out_of_the_count(transaction, answers.c.worker == worker.id, AnswerState.WITHDRAWN)


def _out_of_the_count(transaction: Transaction, which: ColumnElement[bool], state: AnswerState) -> int:
    """A worker has at most one answer to an item, so each item loses at most one."""
    transaction.settle()
    connection = transaction.connection
    lost = select(answers.c.item).where(which, answers.c.state == AnswerState.COUNTED)
    counted = connection.execute(lost).scalars().all()
    connection.execute(update(items).where(items.c.id.in_(lost)).values(answers=items.c.answers - 1))
    out = answers.c.state.in_((AnswerState.COUNTED, AnswerState.SURPLUS))
    connection.execute(update(answers).where(which, out).values(state=state))
    # Only now: this worker's own surplus answers are not to take the places.
    free_places(connection, counted)
    return len(counted)
