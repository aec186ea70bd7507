"""The answers that count, as rows: what exports, figures and models are made from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from caesura.campaign.store import schema
from caesura.campaign.values import AnswerState, Campaign, Role

answers, items, workers, pages = schema.answers, schema.items, schema.workers, schema.pages


@dataclass(frozen=True, slots=True)
class WorkerAnswer:
    """One answer of one worker to one item. `seconds` is an even share of the time their page took."""

    item: str
    text: str
    role: str
    worker: str
    external: str | None
    study: str | None
    session: str | None
    country: str | None
    answer: str
    state: str
    is_right: bool | None
    at: int
    page: str
    comment: str
    seconds: float


def stored_answers(
    connection: Connection, campaign: Campaign, states: Iterable[AnswerState] = (AnswerState.COUNTED,)
) -> list[WorkerAnswer]:
    """Answers in the order of the items and, for one item, in the order in which they came."""
    query = (
        select(
            items.c.name,
            items.c.text,
            items.c.role,
            workers.c.name,
            workers.c.external,
            workers.c.study,
            workers.c.session,
            workers.c.country,
            answers.c.answer,
            answers.c.state,
            answers.c.is_right,
            answers.c.at,
            pages.c.key,
            pages.c.comment,
            pages.c.id,
            pages.c.milliseconds,
        )
        .join(items, items.c.id == answers.c.item)
        .join(workers, workers.c.id == answers.c.worker)
        .join(pages, pages.c.id == answers.c.page)
        .where(answers.c.campaign == campaign.id, answers.c.state.in_([state.value for state in states]))
        .order_by(items.c.id, answers.c.id)
    )
    rows: list[list[Any]] = [list(row) for row in connection.execute(query)]
    on_page = select(answers.c.page).where(answers.c.campaign == campaign.id)
    sizes: dict[int, int] = {}
    for (page,) in connection.execute(on_page):
        sizes[page] = sizes.get(page, 0) + 1
    for row in rows:
        took, page = row.pop(), row.pop()
        row.append((took or 0) / 1000 / sizes[page])
    return [WorkerAnswer(*row) for row in rows]


def items_of_role(connection: Connection, campaign: Campaign, role: Role) -> list[tuple[str, str]]:
    """Name and text of what is to be annotated (or is asked in practice, or as a test), in the order in which it was given."""
    query = select(items.c.name, items.c.text).where(items.c.campaign == campaign.id, items.c.role == role)
    return [(name, text) for name, text in connection.execute(query.order_by(items.c.id))]
