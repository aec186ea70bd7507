"""What each worker has earned, as files: for one's own books, and as platforms take bonuses and approvals.

A platform such as Prolific pays a fixed reward for whoever completes; what a worker's accepted pages come to beyond that is their
bonus. Whoever did not complete gets no reward there, and all they earned as a bonus.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import bindparam, func, select

from caesura.campaign.quota import accepted_answers
from caesura.campaign.records import WORKER_COLUMNS, worker_of
from caesura.campaign.store import Store, schema
from caesura.campaign.values import Campaign, WorkerState
from caesura.foundation import PathLike, write_csv, written

pages, workers = schema.pages, schema.workers


@dataclass(frozen=True)
class Earned:
    """A row of the payment file; money in the plan's currency, to the cent."""

    worker: str
    external: str
    study: str
    session: str
    state: str
    complete: bool
    answers_accepted: int
    pages_paid: int
    pages_rejected: int
    minutes: float
    earned: float
    reward: float
    bonus: float
    currency: str


def earnings(store: Store, campaign: Campaign) -> list[Earned]:
    """Everyone who sent a page, in the order in which they came. Rejected pages are not paid."""
    payment = campaign.plan.payment
    of = (pages.c.campaign == campaign.id, pages.c.state == "submitted")
    with store.reading() as connection:
        listed = [worker_of(row) for row in connection.execute(_WORKERS, {"of_campaign": campaign.id})]
        paid = select(pages.c.worker, func.count()).where(*of, pages.c.decision.is_distinct_from("rejected"))
        if payment is not None and not payment.training:
            paid = paid.where(~pages.c.is_training)
        counts = {worker: int(number) for worker, number in connection.execute(paid.group_by(pages.c.worker))}
        accepted = {worker.id: accepted_answers(connection, worker) for worker in listed}
    rows = []
    for worker in listed:
        if not worker.pages:
            continue
        number = counts.get(worker.id, 0)
        earned = round(number * payment.per_page, 2) if payment is not None else 0.0
        complete = accepted[worker.id] >= max(1, campaign.plan.per_worker)
        reward = min(payment.reward, earned) if payment is not None and complete else 0.0
        rows.append(
            Earned(
                worker=worker.name,
                external=worker.external or "",
                study=worker.study or "",
                session=worker.session or "",
                state=worker.state.value,
                complete=complete,
                answers_accepted=accepted[worker.id],
                pages_paid=number,
                pages_rejected=worker.pages_rejected,
                minutes=round(worker.milliseconds / 60_000, 1),
                earned=earned,
                reward=reward,
                bonus=round(earned - reward, 2),
                currency=payment.currency if payment is not None else "",
            )
        )
    return rows


_WORKERS = select(*WORKER_COLUMNS).where(workers.c.campaign == bindparam("of_campaign")).order_by(workers.c.id)


def write_payments(store: Store, campaign: Campaign, path: PathLike) -> None:
    """One row for each worker."""
    header = tuple(Earned.__dataclass_fields__)
    with written(path) as stream:
        write_csv(stream, header, ([getattr(row, name) for name in header] for row in earnings(store, campaign)))


def write_prolific_bonuses(store: Store, campaign: Campaign, path: PathLike) -> None:
    """Prolific's bulk bonus: the participant's id, a comma and the amount, one per line, without a header."""
    with written(path) as stream:
        for row in earnings(store, campaign):
            if row.external and row.bonus > 0:
                stream.write(f"{row.external},{row.bonus:.2f}\n")


def write_prolific_approvals(store: Store, campaign: Campaign, path: PathLike) -> None:
    """Prolific's bulk approval: ids of the participants whose submission is approved, one per line."""
    with written(path) as stream:
        for row in earnings(store, campaign):
            if row.external and row.complete and row.state == WorkerState.ACTIVE.value:
                stream.write(f"{row.external}\n")


def write_turk_approvals(store: Store, campaign: Campaign, path: PathLike) -> None:
    """Mechanical Turk's review file: an x under Approve, or the reason under Reject."""
    rows = []
    with store.reading() as connection:
        listed = [worker_of(row) for row in connection.execute(_WORKERS, {"of_campaign": campaign.id})]
    reasons = {worker.name: worker.reason for worker in listed}
    for row in earnings(store, campaign):
        approved = row.complete and row.state == WorkerState.ACTIVE.value
        reason = "" if approved else reasons.get(row.worker) or "the task was not completed"
        rows.append((row.study, row.session, row.external or row.worker, "x" if approved else "", reason))
    with written(path) as stream:
        write_csv(stream, ("HITId", "AssignmentId", "WorkerId", "Approve", "Reject"), rows)
