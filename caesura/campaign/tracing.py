"""The trace: every rule that does something, and every action of an owner, leaves an event."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select

from caesura.campaign.store import Store, Transaction, schema
from caesura.campaign.values import Campaign, Event


def trace(
    transaction: Transaction,
    campaign: int,
    what: str,
    *,
    rule: str = "",
    worker: int | None = None,
    page: int | None = None,
    item: int | None = None,
    detail: str = "",
    by: str = "",
) -> None:
    row = {"campaign": campaign, "worker": worker, "page": page, "item": item, "at": transaction.now}
    transaction.connection.execute(insert(schema.events), [{**row, "what": what, "rule": rule, "detail": detail[:2000], "by": by}])


def events_of(
    store: Store, campaign: Campaign, *, rule: str | None = None, worker: str | None = None, limit: int = 1000
) -> list[Event]:
    """The latest events, newest first."""
    with store.reading() as connection:
        return _events(connection, campaign.id, rule, worker, limit)


def _events(connection: Connection, campaign: int, rule: str | None, worker: str | None, limit: int) -> list[Event]:
    events, workers, pages, items = schema.events, schema.workers, schema.pages, schema.items
    query = (
        select(
            events.c.at,
            events.c.what,
            events.c.rule,
            workers.c.name.label("worker"),
            pages.c.key.label("page"),
            items.c.name.label("item"),
            events.c.detail,
            events.c.by,
        )
        .select_from(
            events.outerjoin(workers, workers.c.id == events.c.worker)
            .outerjoin(pages, pages.c.id == events.c.page)
            .outerjoin(items, items.c.id == events.c.item)
        )
        .where(events.c.campaign == campaign)
        .order_by(events.c.id.desc())
        .limit(limit)
    )
    if rule is not None:
        query = query.where(events.c.rule == rule)
    if worker is not None:
        query = query.where(workers.c.name == worker)
    return [Event(**row) for row in connection.execute(query).mappings()]
