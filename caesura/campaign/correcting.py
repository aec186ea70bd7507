"""Correcting the last page: a worker may look at it again and change it until the next one is sent.

What an answer was before stays in the trace. The time a page took is that of its first sending.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, bindparam, select, update

from caesura.campaign.pages import page_as_shown
from caesura.campaign.places import free_places, take_places
from caesura.campaign.reading_answers import Texts
from caesura.campaign.received import ReceivedPage, compared
from caesura.campaign.records import find_page
from caesura.campaign.rules import Action, Submission
from caesura.campaign.store import Store, Transaction, schema
from caesura.campaign.storing import answer_state, items_of_page, judge, keep_worker
from caesura.campaign.tracing import trace
from caesura.campaign.values import AnswerState, CampaignState, Refusal, Role, SentPage, TaskPage, Worker, WorkerState

items, pages, answers = schema.items, schema.pages, schema.answers

_LAST = (
    select(pages.c.key)
    .where(pages.c.worker == bindparam("of_worker"), pages.c.state == "submitted")
    .order_by(pages.c.submitted_at.desc(), pages.c.id.desc())
    .limit(1)
)
_CHANGED = update(answers).where(answers.c.id == bindparam("this"))
_LESS = update(items).where(items.c.id == bindparam("this")).values(answers=items.c.answers - 1)


def page_of(store: Store, worker_key: str, page_key: str) -> TaskPage | None:
    """A page that this worker was given, whatever became of it: what a form that comes in is read by."""
    with store.reading() as connection:
        record = find_page(connection, worker_key, page_key)
        if record is None or record[2] is None:
            return None
        worker, campaign, page = record
        return page_as_shown(connection, worker, campaign, page)


def last_page(store: Store, worker_key: str) -> SentPage | None:
    """The page that this worker sent last, with their answers, while they can still be corrected."""
    with store.reading() as connection:
        record = find_page(connection, worker_key, "")
        if record is None or record[0].state is not WorkerState.ACTIVE or record[1].state is CampaignState.CLOSED:
            return None
        key = connection.execute(_LAST, {"of_worker": record[0].id}).scalar()
        record = None if key is None else find_page(connection, worker_key, key)
        if record is None:
            return None
        worker, campaign, page = record
        if page is None or _why_not(connection, worker, page) is not None:
            return None
        rows = items_of_page(connection, worker, page)
        shown = page_as_shown(connection, worker, campaign, page)
        given = tuple(row.answer if row.answered_on == page["id"] and row.state != AnswerState.MALFORMED else "" for row in rows)
        return SentPage(shown, given, page["comment"])


def correct_page(transaction: Transaction, received: ReceivedPage, texts: Texts) -> tuple[Refusal | None, Worker]:
    """Put new answers instead of those that were sent."""
    transaction.settle()
    connection = transaction.connection
    worker, campaign, page, rows = received.worker, received.campaign, received.page, received.rows
    if refusal := _why_not(connection, worker, page):
        return refusal, worker
    rights = 0
    for row, (text, is_whole) in zip(rows, texts, strict=True):
        if row.answered_on != page["id"] or row.answer == text or row.state in (AnswerState.WITHDRAWN, AnswerState.REJECTED):
            continue
        _, right = compared(row, text)
        rights += bool(right) - bool(row.is_right)
        has_place = row.state == AnswerState.COUNTED
        if row.role == Role.ORDINARY and row.state == AnswerState.MALFORMED and is_whole:
            has_place = row.id in take_places(connection, [row.id])
        state = answer_state(row.role, is_whole, has_place)
        connection.execute(_CHANGED, {"this": row.answered, "answer": text, "is_right": right, "state": state})
        if row.state == AnswerState.COUNTED and state != AnswerState.COUNTED:
            connection.execute(_LESS, {"this": row.id})
            free_places(connection, [row.id])
        detail = f"{row.answer} -> {text}"
        trace(transaction, campaign.id, "answer corrected", worker=worker.id, page=page["id"], item=row.id, detail=detail)
    connection.execute(update(pages).where(pages.c.id == page["id"]).values(comment=received.comment))
    worker = replace(worker, tests_right=worker.tests_right + rights)
    verdicts = judge(transaction, worker, campaign, page, Submission(None, page["is_training"], len(rows)))
    # No second warning: it would tell whether the change was for the better, and so which of the queries are tests.
    return None, keep_worker(transaction, worker, [verdict for _, verdict in verdicts if verdict.action is not Action.WARN])


def _why_not(connection: Connection, worker: Worker, page: dict[str, Any]) -> Refusal | None:
    if page["is_training"]:
        return Refusal("practice", "practice cannot be corrected, as you have seen the right answers", "go on to the next page")
    if page["decision"] is not None:
        return Refusal("decided", "the page has already been reviewed and cannot be corrected", "go on to the next page")
    if connection.execute(_LAST, {"of_worker": worker.id}).scalar() != page["key"]:
        return Refusal("too-late", "only the page you sent last can be corrected", "go on to the next page")
    return None
