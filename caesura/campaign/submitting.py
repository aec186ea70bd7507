"""Taking answers: a page comes in whole, is judged by the rules, and is stored once, however often it is sent.

Everything happens in one transaction, acknowledged only after its commit. A page is stored by its own items, whatever
has happened since it was given out: its time may be up, the campaign may be paused.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import update

from caesura.campaign.correcting import correct_page
from caesura.campaign.pages import UNKNOWN_KEY, page_to_come, release
from caesura.campaign.reading_answers import Texts, read_answers, set_aside
from caesura.campaign.received import ReceivedPage
from caesura.campaign.records import find_page
from caesura.campaign.rules import Action, Submission, Verdict
from caesura.campaign.store import Store, Transaction, afterwards, beside_others, schema
from caesura.campaign.store.writer import Job
from caesura.campaign.stored_text import checked_text
from caesura.campaign.storing import items_of_page, make_room, store_page
from caesura.campaign.tasks import task_named
from caesura.campaign.tracing import trace
from caesura.campaign.values import Campaign, CampaignState, Feedback, NoPage, Receipt, Refusal, TaskPage, Worker, WorkerState
from caesura.foundation import InputError

LONGEST_COMMENT = 5_000
UNKNOWN_PAGE = Refusal("unknown-page", "there is no such page for this worker", "ask for the next page")


@dataclass(frozen=True)
class SubmissionOutcome:
    """What became of a page, and the next one where it was asked for."""

    result: Receipt | Refusal
    next: TaskPage | NoPage | None = None


def submit_page(
    store: Store, worker_key: str, page_key: str, given: Sequence[object], comment: str = "", *, correct: bool = False
) -> Receipt:
    """Store a page's answers, in the order of its items; an `InputError` says why they were refused.

    A page sent again gives the receipt of the first time. With `correct` its answers are replaced, as long as it is the last page
    that the worker sent.
    """
    outcome = store.run(submit_job(worker_key, page_key, given, comment, correct=correct)).result
    if isinstance(outcome, Refusal):
        raise InputError(outcome.reason, cure=outcome.cure)
    return outcome


def submit_job(
    worker_key: str, page_key: str, given: Sequence[object], comment: str = "", *, correct: bool = False, then_next: bool = False
) -> Job[SubmissionOutcome]:
    """As `submit_page`, to be run by `store.do` or `await store.doing`; a refusal comes as a value."""
    checked_text(comment, "the comment", LONGEST_COMMENT)

    def job(transaction: Transaction) -> SubmissionOutcome:
        record = find_page(transaction.connection, worker_key, page_key, hold=True)
        if record is None:
            return SubmissionOutcome(UNKNOWN_KEY)
        worker, campaign, page = record
        if page is None:
            return SubmissionOutcome(UNKNOWN_PAGE)
        result: Receipt | Refusal
        sent_before = page["state"] == "submitted"
        if sent_before and not correct:
            result = stored_receipt(page)
        elif refusal := _closed(worker, campaign):
            result = refusal
        else:
            rows = items_of_page(transaction.connection, worker, page)
            received = ReceivedPage(worker, campaign, page, rows, comment)
            result, worker = (_corrected if sent_before else _taken)(transaction, received, given)
        if not then_next or not isinstance(result, Receipt):
            return SubmissionOutcome(result)
        following = page_to_come(transaction, worker, campaign)
        return afterwards(lambda: SubmissionOutcome(result, following()))

    return beside_others(job)


def stored_receipt(page: dict[str, Any]) -> Receipt:
    """The receipt of the first time: what was sent then stands."""
    stored = json.loads(page["receipt"])
    feedback = tuple(Feedback(**{**each, "accepted": tuple(each["accepted"])}) for each in stored["feedback"])
    return Receipt(page["key"], stored["answers"], True, feedback, tuple(stored["warnings"]))


def _closed(worker: Worker, campaign: Campaign) -> Refusal | None:
    if worker.state is not WorkerState.ACTIVE:
        return Refusal("shut-out", "no more answers are taken from this link", "ask whoever sent it")
    if campaign.state is CampaignState.CLOSED:
        return Refusal("closed", "the campaign is over", "there is nothing more to do")
    return None


def receipt_of(store: Store, worker_key: str, page_key: str) -> Receipt | None:
    """The receipt of a page that this worker has sent."""
    with store.reading() as connection:
        record = find_page(connection, worker_key, page_key)
    page = None if record is None else record[2]
    return stored_receipt(page) if page is not None and page["state"] == "submitted" else None


def _taken(transaction: Transaction, received: ReceivedPage, given: Sequence[object]) -> tuple[Receipt | Refusal, Worker]:
    worker, campaign, page, rows = received.worker, received.campaign, received.page, received.rows
    passed = transaction.now - page["issued_at"]
    submission = Submission(None if passed < 0 else passed / 1000, page["is_training"], len(rows))
    verdicts = []
    for rule, parameters in campaign.plan.active:
        if rule.at_entry and (verdict := rule.at_entry(parameters, submission)):
            verdicts.append((rule.name, verdict))
            trace(transaction, campaign.id, verdict.action, rule=rule.name, **received.place, detail=verdict.reason)
            if verdict.action in (Action.REFUSE, Action.EXCLUDE):
                return _turned_away(transaction, worker, page, rule.name, verdict)
    texts = _read(transaction, received, given)
    if isinstance(texts, Refusal):
        return texts, worker
    if all(row.answered for row in rows):
        reason = "you have answered these queries on another page, and those answers are stored"
        return Refusal("answered", reason, "go on to the next page"), worker
    if page["state"] != "open":
        make_room(transaction, worker, page)
    return store_page(transaction, received, texts, submission, verdicts)


def _corrected(transaction: Transaction, received: ReceivedPage, given: Sequence[object]) -> tuple[Receipt | Refusal, Worker]:
    texts = _read(transaction, received, given)
    if isinstance(texts, Refusal):
        return texts, received.worker
    refused, worker = correct_page(transaction, received, texts)
    return refused or stored_receipt(received.page), worker


def _read(transaction: Transaction, received: ReceivedPage, given: Sequence[object]) -> Texts | Refusal:
    """The answers in canonical form; malformed ones are refused or set aside, as the plan says."""
    campaign, rows = received.campaign, received.rows
    task = task_named(campaign.task)
    read = read_answers(task, rows, given)
    if not isinstance(read, Refusal):
        return read
    if read.place is None or campaign.plan.malformed == "refuse":
        named = None if read.place is None else rows[read.place - 1].id
        trace(transaction, campaign.id, "refuse", rule="malformed", **received.place, item=named, detail=read.reason)
        return read
    return set_aside(task, rows, given)


def _turned_away(
    transaction: Transaction, worker: Worker, page: dict[str, Any], rule: str, verdict: Verdict
) -> tuple[Refusal, Worker]:
    if verdict.action is Action.EXCLUDE:
        transaction.connection.execute(
            update(schema.workers).where(schema.workers.c.id == worker.id).values(state=WorkerState.EXCLUDED, reason=verdict.reason)
        )
        worker = replace(worker, state=WorkerState.EXCLUDED, reason=verdict.reason)
    if page["state"] == "open" and not verdict.again:
        release(transaction, page["id"], "released")
    cure = "look at every query and send it again" if verdict.again else "go on to the next page"
    return Refusal(rule, verdict.reason, cure, again=verdict.again), worker
