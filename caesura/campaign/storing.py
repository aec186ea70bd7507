"""Storing a page: each answer with what it counts for, the worker's record, and the receipt."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from caesura.campaign.pages import release
from caesura.campaign.places import count_answers, free_places, take_places
from caesura.campaign.reading_answers import Texts
from caesura.campaign.received import ReceivedPage, compared
from caesura.campaign.rules import Action, Submission, Verdict
from caesura.campaign.store import Transaction, schema
from caesura.campaign.tracing import trace
from caesura.campaign.values import AnswerState, Campaign, Feedback, Receipt, Role, Worker, WorkerState
from caesura.campaign.withdrawing import withdraw_answers

items, pages, page_items, answers, workers = schema.items, schema.pages, schema.page_items, schema.answers, schema.workers

_ITEMS = (
    select(
        items.c.id,
        items.c.name,
        items.c.text,
        items.c.role,
        items.c.accepted,
        items.c.explanation,
        answers.c.id.label("answered"),
        answers.c.page.label("answered_on"),
        answers.c.answer,
        answers.c.state,
        answers.c.is_right,
    )
    .join(page_items, page_items.c.item == items.c.id)
    .outerjoin(answers, (answers.c.item == items.c.id) & (answers.c.worker == bindparam("of_worker")))
    .where(page_items.c.page == bindparam("of_page"))
    .order_by(page_items.c.place)
)
_STORE = insert(answers)
_PAGE_DONE = update(pages).where(pages.c.id == bindparam("this"))
_WORKER_NOW = update(workers).where(workers.c.id == bindparam("this"))
_OPEN_ELSEWHERE = select(pages.c.id).where(pages.c.worker == bindparam("of_worker"), pages.c.state == "open")


def items_of_page(connection: Connection, worker: Worker, page: dict[str, Any]) -> Sequence[Any]:
    """The page's items in its order, each with this worker's answer where there is one already, from whatever page."""
    return connection.execute(_ITEMS, {"of_page": page["id"], "of_worker": worker.id}).all()


def make_room(transaction: Transaction, worker: Worker, late: dict[str, Any]) -> None:
    """Before a late page is stored: where a newer page of the same worker holds the same items, it gives them back."""
    connection = transaction.connection
    of = select(page_items.c.item)
    for newer in connection.execute(_OPEN_ELSEWHERE, {"of_worker": worker.id}).scalars().all():
        shared = of.where(page_items.c.page == newer, page_items.c.item.in_(of.where(page_items.c.page == late["id"])))
        if connection.execute(shared.limit(1)).first():
            release(transaction, newer, "released")


def store_page(
    transaction: Transaction,
    received: ReceivedPage,
    texts: Texts,
    submission: Submission,
    verdicts: list[tuple[str, Verdict]],
) -> tuple[Receipt, Worker]:
    """Store what is not answered yet. An open page holds its places; a late one takes those that are left."""
    connection, now = transaction.connection, transaction.now
    worker, campaign, page, rows = received.worker, received.campaign, received.page, received.rows
    new = [(place, row, *text) for place, (row, text) in enumerate(zip(rows, texts, strict=True), start=1) if not row.answered]
    whole = [row.id for _, row, _, is_whole in new if row.role == Role.ORDINARY and is_whole]
    if page["state"] == "open":
        counted = set(whole)
        count_answers(transaction, whole)
    else:
        transaction.settle()
        counted = take_places(connection, whole)
    listed, feedback = [], []
    tests = rights = wrongs = again = 0
    for place, row, text, is_whole in new:
        accepted, right = compared(row, text)
        if row.role == Role.TEST:
            tests, rights = tests + 1, rights + bool(right)
        elif row.role == Role.TRAINING:
            wrongs += not right
            feedback.append(Feedback(place, bool(right), tuple(accepted), row.explanation, row.text, text))
        listed.append(
            {"campaign": campaign.id, "page": page["id"], "worker": worker.id, "item": row.id, "answer": text}
            | {"state": answer_state(row.role, is_whole, row.id in counted), "is_right": right, "at": now}
        )
    for row, (text, is_whole) in zip(rows, texts, strict=True):
        # A test that came again: the first answer stays what it is, the score counts this one as well.
        if row.role == Role.TEST and row.answered and row.answered_on != page["id"] and is_whole:
            right = compared(row, text)[1]
            tests, rights, again = tests + 1, rights + bool(right), again + 1
            detail = f"{text} ({'right' if right else 'wrong'})"
            where = received.place | {"item": row.id}
            trace(transaction, campaign.id, "test asked again", **where, detail=detail)
    if listed:
        connection.execute(_STORE, listed)
    if page["state"] == "open":
        # Malformed answers, and those that are stored from another page, need the places of this one no more.
        free_places(connection, [row.id for row in rows if row.role == Role.ORDINARY and row.id not in counted])
    spent = min(max(0, now - page["issued_at"]), campaign.plan.reservation_minutes * 60_000)
    worker = replace(
        worker,
        pages=worker.pages + 1,
        answers=worker.answers + (0 if submission.is_training else len(new) + again),
        milliseconds=worker.milliseconds + spent,
        tests_done=worker.tests_done + tests,
        tests_right=worker.tests_right + rights,
        training_done=worker.training_done + (len(new) if submission.is_training else 0),
        training_wrong=worker.training_wrong + wrongs,
    )
    verdicts = [*verdicts, *judge(transaction, worker, campaign, page, submission)]
    worker = keep_worker(transaction, worker, [verdict for _, verdict in verdicts])
    warnings = tuple(verdict.reason for _, verdict in verdicts if verdict.action is Action.WARN)
    if page["state"] == "open":
        transaction.known["has none open", worker.id] = True
    receipt = Receipt(page["key"], len(new), False, tuple(feedback), warnings)
    connection.execute(
        _PAGE_DONE,
        {"this": page["id"], "state": "submitted", "submitted_at": now, "milliseconds": spent, "comment": received.comment}
        | {"receipt": json.dumps(asdict(receipt), ensure_ascii=False)},
    )
    return receipt, worker


def answer_state(role: str, is_whole: bool, has_place: bool) -> AnswerState:
    if not is_whole:
        return AnswerState.MALFORMED
    known = {Role.TEST.value: AnswerState.TEST, Role.TRAINING.value: AnswerState.TRAINING}
    return known.get(role, AnswerState.COUNTED if has_place else AnswerState.SURPLUS)


def judge(
    transaction: Transaction, worker: Worker, campaign: Campaign, page: dict[str, Any], submission: Submission
) -> list[tuple[str, Verdict]]:
    """What the rules say of the worker's record now that the page is in it, each with its trace."""
    verdicts = []
    for rule, parameters in campaign.plan.active:
        if rule.afterwards and (verdict := rule.afterwards(parameters, worker, submission)):
            verdicts.append((rule.name, verdict))
            if not (verdict.action is Action.REVIEW and worker.needs_review):
                where = {"worker": worker.id, "page": page["id"]}
                trace(transaction, campaign.id, verdict.action, rule=rule.name, **where, detail=verdict.reason)
    return verdicts


def keep_worker(transaction: Transaction, worker: Worker, verdicts: Sequence[Verdict]) -> Worker:
    """The worker's record after the rules have spoken, stored."""
    for verdict in verdicts:
        match verdict.action:
            case Action.WARN:
                worker = replace(worker, warnings=worker.warnings + 1)
            case Action.REVIEW:
                worker = replace(worker, needs_review=True, reason=verdict.reason)
            case Action.EXCLUDE | Action.WITHDRAW:
                worker = replace(worker, state=WorkerState.EXCLUDED, reason=verdict.reason)
    kept = ("state", "reason", "needs_review", "warnings", "pages", "answers", "milliseconds")
    counts = ("tests_done", "tests_right", "training_done", "training_wrong")
    values = {name: getattr(worker, name) for name in (*kept, *counts)}
    transaction.connection.execute(_WORKER_NOW, {"this": worker.id, **values})
    if any(verdict.action is Action.WITHDRAW for verdict in verdicts):
        withdraw_answers(transaction, worker)
    transaction.known["worker", worker.id] = worker
    return worker
