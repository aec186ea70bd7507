"""All about one worker: their pages with answers, times and decisions, and how often the others say the same."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from sqlalchemy import select

from caesura.campaign.answers import WorkerAnswer, stored_answers
from caesura.campaign.payout import Earned, earnings
from caesura.campaign.records import find_worker
from caesura.campaign.store import Store, schema
from caesura.campaign.values import AnswerState, Campaign, Role, Worker

pages = schema.pages


@dataclass(frozen=True)
class ReportedAnswer:
    """An answer, and what most of the others say; None where nobody else has answered, or others are even."""

    item: str
    text: str
    answer: str
    state: str
    is_right: bool | None
    others: str | None


@dataclass(frozen=True)
class ReportedPage:
    """A page that was sent."""

    key: str
    is_training: bool
    submitted_at: int
    seconds: float
    decision: str | None
    reason: str
    comment: str
    answers: tuple[ReportedAnswer, ...]


@dataclass(frozen=True)
class WorkerReport:
    """`agreement` is the share of answers that most of the others give as well, of those where the others have a majority."""

    worker: Worker
    pages: tuple[ReportedPage, ...]
    agreement: float | None
    earned: Earned | None


def worker_report(store: Store, campaign: Campaign, name: str) -> WorkerReport:
    with store.reading() as connection:
        worker = find_worker(connection, campaign.id, name)
        stored = stored_answers(connection, campaign, tuple(AnswerState))
        sent = connection.execute(
            select(pages)
            .where(pages.c.worker == worker.id, pages.c.state == "submitted")
            .order_by(pages.c.submitted_at, pages.c.id)
        ).all()
    others = _others(stored, name)
    by_page: dict[str, list[ReportedAnswer]] = {}
    compared = same = 0
    for one in stored:
        if one.worker != name:
            continue
        most = others.get(one.item) if one.role == Role.ORDINARY else None
        if most is not None and one.state != AnswerState.MALFORMED:
            compared, same = compared + 1, same + (most == one.answer)
        by_page.setdefault(one.page, []).append(ReportedAnswer(one.item, one.text, one.answer, one.state, one.is_right, most))
    reported = tuple(
        ReportedPage(
            row.key,
            row.is_training,
            row.submitted_at or 0,
            (row.milliseconds or 0) / 1000,
            row.decision,
            row.decision_reason,
            row.comment,
            tuple(by_page.get(row.key, ())),
        )
        for row in sent
    )
    earned = next((row for row in earnings(store, campaign) if row.worker == name), None) if campaign.plan.payment else None
    return WorkerReport(worker, reported, same / compared if compared else None, earned)


def _others(answers: list[WorkerAnswer], name: str) -> dict[str, str]:
    """What most of the others answered to each item, where one answer leads."""
    counts: dict[str, Counter[str]] = {}
    for one in answers:
        if one.worker != name and one.state == AnswerState.COUNTED:
            counts.setdefault(one.item, Counter())[one.answer] += 1
    leading = {}
    for item, of in counts.items():
        first, *rest = of.most_common(2)
        if not rest or rest[0][1] < first[1]:
            leading[item] = first[0]
    return leading
