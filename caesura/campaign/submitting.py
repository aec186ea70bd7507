"""Taking answers: a page comes in whole, is judged by the rules, and is stored once, however often it is sent.

Everything happens in one transaction, and the sender is told only after its commit.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from caesura.campaign.keys import looks_like_key
from caesura.campaign.pages import UNKNOWN_KEY, give_page, release
from caesura.campaign.reading_answers import Texts, read_answers, set_aside
from caesura.campaign.records import CAMPAIGN_COLUMNS, WORKER_COLUMNS, campaign_of, worker_of
from caesura.campaign.rules import Action, Turn, Verdict
from caesura.campaign.storable import storable
from caesura.campaign.store import Store, Transaction, schema
from caesura.campaign.store.writer import Job
from caesura.campaign.tasks import task_named
from caesura.campaign.tracing import trace
from caesura.campaign.values import (
    AnswerState,
    Campaign,
    CampaignState,
    Feedback,
    Nothing,
    Page,
    Receipt,
    Refusal,
    Role,
    Worker,
    WorkerState,
)
from caesura.campaign.withdrawing import withdraw_answers
from caesura.foundation import InputError

items, pages, page_items, answers, workers, campaigns = (
    schema.items,
    schema.pages,
    schema.page_items,
    schema.answers,
    schema.workers,
    schema.campaigns,
)

LONGEST_COMMENT = 5_000
UNKNOWN_PAGE = Refusal("unknown-page", "there is no such page for this worker", "ask for the next page")

_PAGE = (
    select(*WORKER_COLUMNS, *CAMPAIGN_COLUMNS, *pages.c)
    .select_from(
        workers.join(campaigns, campaigns.c.id == workers.c.campaign).outerjoin(
            pages, (pages.c.worker == workers.c.id) & (pages.c.key == bindparam("page_key"))
        )
    )
    .where(workers.c.key == bindparam("worker_key"))
)
_ITEMS = (
    select(items.c.id, items.c.name, items.c.text, items.c.role, items.c.accepted, items.c.explanation)
    .join(page_items, page_items.c.item == items.c.id)
    .where(page_items.c.page == bindparam("of_page"))
    .order_by(page_items.c.place)
)
_COUNTED = update(items).where(items.c.id.in_(bindparam("counted", expanding=True))).values(answers=items.c.answers + 1)
_STORE = insert(answers)
_PAGE_DONE = update(pages).where(pages.c.id == bindparam("this"))
_WORKER_NOW = update(workers).where(workers.c.id == bindparam("this"))
_FREED = update(items).where(items.c.id.in_(bindparam("freed", expanding=True))).values(places=items.c.places + 1)


@dataclass(frozen=True)
class Outcome:
    """What became of a page, and the next one where it was asked for."""

    result: Receipt | Refusal
    next: Page | Nothing | None = None


def submit_page(store: Store, worker_key: str, page_key: str, given: Sequence[object], comment: str = "") -> Receipt:
    """Store a page's answers, in the order of its items; an `InputError` says why they were refused."""
    outcome = store.do(submit_job(worker_key, page_key, given, comment)).result
    if isinstance(outcome, Refusal):
        raise InputError(outcome.reason, cure=outcome.cure)
    return outcome


def submit_job(
    worker_key: str, page_key: str, given: Sequence[object], comment: str = "", *, then_next: bool = False
) -> Job[Outcome]:
    """As `submit_page`, to be run by `store.do` or `await store.doing`; a refusal comes as a value."""
    storable(comment, "the comment", LONGEST_COMMENT)

    def job(transaction: Transaction) -> Outcome:
        if not looks_like_key(worker_key):
            return Outcome(UNKNOWN_KEY)
        if not looks_like_key(page_key):
            return Outcome(UNKNOWN_PAGE)
        row = transaction.connection.execute(_PAGE, {"worker_key": worker_key, "page_key": page_key}).first()
        if row is None:
            return Outcome(UNKNOWN_KEY)
        worker, campaign = worker_of(row), campaign_of(row[len(WORKER_COLUMNS) :])
        page = dict(zip(pages.c.keys(), row[len(WORKER_COLUMNS) + len(CAMPAIGN_COLUMNS) :], strict=True))
        if page["id"] is None:
            return Outcome(UNKNOWN_PAGE)
        if page["state"] == "submitted":
            result: Receipt | Refusal = _again(page)
        else:
            result, worker = _taken(transaction, worker, campaign, page, given, comment)
        following = give_page(transaction, worker, campaign) if then_next and isinstance(result, Receipt) else None
        return Outcome(result, following)

    return job


def _again(page: dict[str, Any]) -> Receipt:
    """The receipt of the first time: what was sent then stands."""
    stored = json.loads(page["receipt"])
    feedback = tuple(Feedback(**{**each, "accepted": tuple(each["accepted"])}) for each in stored["feedback"])
    return Receipt(page["key"], stored["answers"], True, feedback, tuple(stored["warnings"]))


def _taken(
    transaction: Transaction, worker: Worker, campaign: Campaign, page: dict[str, Any], given: Sequence[object], comment: str
) -> tuple[Receipt | Refusal, Worker]:
    if worker.state is not WorkerState.ACTIVE:
        return Refusal("shut-out", "no more answers are taken from this link", "ask whoever sent it"), worker
    if page["state"] != "open":
        return Refusal("expired", "the page's time was up and its queries went to others", "ask for the next page"), worker
    if campaign.state is CampaignState.CLOSED:
        return Refusal("closed", "the campaign is over", "there is nothing more to do"), worker
    task = task_named(campaign.task)
    rows = transaction.connection.execute(_ITEMS, {"of_page": page["id"]}).all()
    passed = transaction.now - page["issued_at"]
    turn = Turn(None if passed < 0 else passed / 1000, page["is_training"], len(rows))
    verdicts = []
    for rule, parameters in campaign.plan.active:
        if rule.at_entry and (verdict := rule.at_entry(parameters, turn)):
            verdicts.append((rule.name, verdict))
            trace(
                transaction, campaign.id, verdict.action, rule=rule.name, worker=worker.id, page=page["id"], detail=verdict.reason
            )
            if verdict.action in (Action.REFUSE, Action.EXCLUDE):
                return _turned_away(transaction, worker, page, rule.name, verdict)
    read = read_answers(task, rows, given)
    if isinstance(read, Refusal) and (read.place is None or campaign.plan.parameters("well-formed") is not None):
        named = None if read.place is None else rows[read.place - 1].id
        trace(
            transaction,
            campaign.id,
            "refuse",
            rule="well-formed",
            worker=worker.id,
            page=page["id"],
            item=named,
            detail=read.reason,
        )
        return read, worker
    texts = set_aside(task, rows, given) if isinstance(read, Refusal) else read
    return _stored(transaction, worker, campaign, page, rows, texts, turn, verdicts, comment)


def _turned_away(
    transaction: Transaction, worker: Worker, page: dict[str, Any], rule: str, verdict: Verdict
) -> tuple[Refusal, Worker]:
    if verdict.action is Action.EXCLUDE:
        transaction.connection.execute(
            update(workers).where(workers.c.id == worker.id).values(state=WorkerState.EXCLUDED, reason=verdict.reason)
        )
        release(transaction, page["id"], "released")
        worker = replace(worker, state=WorkerState.EXCLUDED, reason=verdict.reason)
    elif rule == "most-time":
        # It can never be in time any more.
        release(transaction, page["id"], "expired")
    cure = (
        "look at every query and send it again"
        if rule == "least-time" and verdict.action is Action.REFUSE
        else "ask for the next page"
    )
    return Refusal(rule, verdict.reason, cure), worker


def _stored(
    transaction: Transaction,
    worker: Worker,
    campaign: Campaign,
    page: dict[str, Any],
    rows: Sequence[Any],
    texts: Texts,
    turn: Turn,
    verdicts: list[tuple[str, Verdict]],
    comment: str,
) -> tuple[Receipt, Worker]:
    connection, now = transaction.connection, transaction.now
    listed, feedback, counted, freed = [], [], [], []
    tests = rights = wrongs = 0
    for place, (row, (text, is_whole)) in enumerate(zip(rows, texts, strict=True), start=1):
        accepted = json.loads(row.accepted) if row.role != Role.ORDINARY else []
        right = text in accepted if accepted else None
        state = _state(row.role, is_whole)
        if row.role == Role.TEST:
            tests, rights = tests + 1, rights + bool(right)
        elif row.role == Role.TRAINING:
            wrongs += not right
            feedback.append(Feedback(place, bool(right), tuple(accepted), row.explanation, row.text, text))
        elif is_whole:
            counted.append(row.id)
        else:
            freed.append(row.id)
        listed.append(
            {"campaign": campaign.id, "page": page["id"], "worker": worker.id, "item": row.id, "answer": text, "state": state}
            | {"is_right": right, "at": now}
        )
    connection.execute(_STORE, listed)
    if counted:
        connection.execute(_COUNTED, {"counted": counted})
    if freed:
        connection.execute(_FREED, {"freed": freed})
    spent = min(max(0, now - page["issued_at"]), campaign.plan.reservation_minutes * 60_000)
    worker = replace(
        worker,
        pages=worker.pages + 1,
        answers=worker.answers + (0 if turn.is_training else len(rows)),
        milliseconds=worker.milliseconds + spent,
        tests_done=worker.tests_done + tests,
        tests_right=worker.tests_right + rights,
        training_done=worker.training_done + (len(rows) if turn.is_training else 0),
        training_wrong=worker.training_wrong + wrongs,
    )
    for rule, parameters in campaign.plan.active:
        if rule.afterwards and (verdict := rule.afterwards(parameters, worker, turn)):
            verdicts.append((rule.name, verdict))
            if not (verdict.action is Action.REVIEW and worker.needs_review):
                trace(
                    transaction,
                    campaign.id,
                    verdict.action,
                    rule=rule.name,
                    worker=worker.id,
                    page=page["id"],
                    detail=verdict.reason,
                )
    worker = _judged(transaction, worker, [verdict for _, verdict in verdicts])
    warnings = tuple(verdict.reason for _, verdict in verdicts if verdict.action is Action.WARN)
    receipt = Receipt(page["key"], len(rows), False, tuple(feedback), warnings)
    connection.execute(
        _PAGE_DONE,
        {"this": page["id"], "state": "submitted", "submitted_at": now, "milliseconds": spent, "comment": comment}
        | {"receipt": json.dumps(asdict(receipt), ensure_ascii=False)},
    )
    return receipt, worker


def _state(role: str, is_whole: bool) -> AnswerState:
    if not is_whole:
        return AnswerState.MALFORMED
    return {Role.TEST.value: AnswerState.TEST, Role.TRAINING.value: AnswerState.TRAINING}.get(role, AnswerState.COUNTED)


def _judged(transaction: Transaction, worker: Worker, verdicts: Sequence[Verdict]) -> Worker:
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
    return worker
