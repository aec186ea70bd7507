"""How far a campaign is, when it will be done at this pace, and what it costs."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from caesura.campaign.payment import hourly_wage
from caesura.campaign.store import Store, schema
from caesura.campaign.values import AnswerState, Campaign, Role, WorkerState

answers, items, pages, workers = schema.answers, schema.items, schema.pages, schema.workers

#: The pace is that of the last hour of work (or of all of it, where there was less).
_WINDOW = 3_600_000


@dataclass(frozen=True)
class Progress:
    """Money is in `currency`; it is None where the plan pays nothing. `seconds_left` is None while there is no pace."""

    items: int
    items_complete: int
    answers: int
    answers_wanted: int
    pages: int
    pages_open: int
    workers: int
    workers_active: int
    workers_to_review: int
    seconds_worked: float
    answers_per_hour: float | None
    seconds_left: float | None
    currency: str | None
    cost: float | None
    cost_expected: float | None
    hourly_wage: float | None
    warnings: tuple[str, ...]

    def document(self) -> dict[str, Any]:
        return asdict(self)


def progress(store: Store, campaign: Campaign) -> Progress:
    with store.reading() as connection:
        return _progress(connection, campaign, store.clock.now())


def _progress(connection: Connection, campaign: Campaign, now: int) -> Progress:
    total, complete, done, wanted = connection.execute(
        select(
            func.count(),
            func.coalesce(func.sum((items.c.answers >= items.c.wanted).cast(items.c.answers.type)), 0),
            func.coalesce(func.sum(items.c.answers), 0),
            func.coalesce(func.sum(items.c.wanted), 0),
        ).where(items.c.campaign == campaign.id, items.c.role == Role.ORDINARY)
    ).one()
    submitted = (pages.c.campaign == campaign.id, pages.c.state == "submitted")
    done_pages, worked = connection.execute(
        select(func.count(), func.coalesce(func.sum(pages.c.milliseconds), 0)).where(*submitted)
    ).one()
    open_pages = connection.execute(
        select(func.count()).where(pages.c.campaign == campaign.id, pages.c.state == "open")
    ).scalar_one()
    known, active, review = connection.execute(
        select(
            func.count(),
            func.coalesce(func.sum((workers.c.state == WorkerState.ACTIVE).cast(workers.c.pages.type)), 0),
            func.coalesce(func.sum(workers.c.needs_review.cast(workers.c.pages.type)), 0),
        ).where(workers.c.campaign == campaign.id)
    ).one()
    pace = _pace(connection, campaign, now)
    left = max(0, wanted - done)
    money = _money(connection, campaign, int(worked), int(done), int(wanted))
    return Progress(
        items=int(total),
        items_complete=int(complete),
        answers=int(done),
        answers_wanted=int(wanted),
        pages=int(done_pages),
        pages_open=int(open_pages),
        workers=int(known),
        workers_active=int(active),
        workers_to_review=int(review),
        seconds_worked=int(worked) / 1000,
        answers_per_hour=pace,
        seconds_left=left * 3600 / pace if pace and left else 0.0 if not left and total else None,
        **money,
    )


def _pace(connection: Connection, campaign: Campaign, now: int) -> float | None:
    counted = (answers.c.campaign == campaign.id, answers.c.state == AnswerState.COUNTED)
    first = connection.execute(select(func.min(answers.c.at)).where(*counted)).scalar()
    if first is None:
        return None
    begin = max(int(first), now - _WINDOW)
    number = connection.execute(select(func.count()).where(*counted, answers.c.at >= begin)).scalar_one()
    # A clock that went backwards makes no pace.
    return int(number) * 3_600_000 / (now - begin) if now > begin and number else None


def _money(connection: Connection, campaign: Campaign, worked: int, done: int, wanted: int) -> dict[str, Any]:
    payment = campaign.plan.payment
    if payment is None:
        return {"currency": None, "cost": None, "cost_expected": None, "hourly_wage": None, "warnings": ()}
    taken = (pages.c.campaign == campaign.id, pages.c.state == "submitted", pages.c.decision.is_distinct_from("rejected"))
    paid = select(func.count()).where(*taken) if payment.training else select(func.count()).where(*taken, ~pages.c.is_training)
    number = int(connection.execute(paid).scalar_one())
    cost = number * payment.per_page
    wage = hourly_wage(cost, worked)
    low = wage is not None and wage < payment.hourly
    warning = (f"an hour pays {wage:.2f} {payment.currency}, less than {payment.hourly:.2f}",) if low else ()
    # Tests and training are paid as well, so what is to come is reckoned from what an answer has cost so far.
    expected = cost * wanted / done if done else None
    return {"currency": payment.currency, "cost": cost, "cost_expected": expected, "hourly_wage": wage, "warnings": warning}
