"""Where a worker stands: the number of this page, what it takes, what it pays, and until when it is kept for them."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import ceil
from threading import Lock

from sqlalchemy import func, select

from caesura.campaign.quota import accepted_answers
from caesura.campaign.store import Store, schema
from caesura.campaign.values import Campaign, Role, TaskPage, Worker

items, pages = schema.items, schema.pages

#: The time a page takes is shown once this many were sent.
ENOUGH_PAGES = 5
#: Counting a large campaign takes longer than giving out a page: counted at most once in this many seconds.
_SECONDS_KEPT = 30


@dataclass(frozen=True)
class Standing:
    """`pages` is how many there are for this worker at most; times are seconds, None where nothing is known."""

    page: int
    pages: int
    is_certain: bool
    expected_seconds: float | None
    limit_seconds: float
    pay: float | None
    currency: str


def standing_of(store: Store, worker: Worker, campaign: Campaign, page: TaskPage) -> Standing:
    plan = campaign.plan
    ordinary, measured = _counted(store, campaign)
    with store.reading() as connection:
        accepted = accepted_answers(connection, worker)
    practice = ceil(plan.practice_due(worker) / plan.items_per_page) if page.is_training else 0
    total = plan.per_worker or ordinary
    ahead = practice + max(1 if not page.is_training else 0, ceil(max(0, total - accepted) / plan.items_per_page))
    size = len(page.items)
    expected = plan.seconds_per_item * size if plan.seconds_per_item else None if measured is None else measured * size
    paid = plan.payment is not None and (plan.payment.training or not page.is_training)
    return Standing(
        page=worker.pages + 1,
        pages=worker.pages + ahead,
        is_certain=bool(plan.per_worker),
        expected_seconds=expected,
        limit_seconds=plan.page_seconds,
        pay=plan.payment.per_page if paid and plan.payment is not None else None,
        currency=plan.payment.currency if plan.payment is not None else "",
    )


def _counted(store: Store, campaign: Campaign) -> tuple[int, float | None]:
    """How many queries there are, and the seconds one took on the pages that were sent so far."""
    now = time.monotonic()
    key = (id(store.engine), campaign.id)
    with _LOCK:
        known = _KNOWN.get(key)
        if known is not None and known[0] > now:
            return known[1]
    with store.reading() as connection:
        ordinary = connection.execute(
            select(func.count()).where(items.c.campaign == campaign.id, items.c.role == Role.ORDINARY)
        ).scalar_one()
        sent = (pages.c.campaign == campaign.id, pages.c.state == "submitted", ~pages.c.is_training)
        number, worked = connection.execute(
            select(func.count(), func.coalesce(func.sum(pages.c.milliseconds), 0)).where(*sent)
        ).one()
    measured = int(worked) / 1000 / int(number) / campaign.plan.items_per_page if number >= ENOUGH_PAGES else None
    with _LOCK:
        if len(_KNOWN) > 1000:
            _KNOWN.clear()
        _KNOWN[key] = (now + _SECONDS_KEPT, (int(ordinary), measured))
    return int(ordinary), measured


_LOCK = Lock()
_KNOWN: dict[tuple[int, int], tuple[float, tuple[int, float | None]]] = {}
