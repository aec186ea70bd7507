"""A campaign's first page as an annotator would see it, without an annotator: nothing is stored."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from caesura.campaign.pages import page_of_rows
from caesura.campaign.store import Store, schema
from caesura.campaign.values import Campaign, Role, TaskPage, Worker, WorkerState

items = schema.items


def preview_worker(campaign: Campaign) -> Worker:
    """Nobody: a worker who is not in the store."""
    nothing: dict[str, Any] = dict.fromkeys(("external", "study", "session", "country", "approval"))
    counts = ("warnings", "joined_at", "pages", "answers", "milliseconds", "tests_done", "tests_right")
    more = ("training_done", "training_wrong", "pages_approved", "pages_rejected")
    zero: dict[str, Any] = dict.fromkeys((*counts, *more), 0)
    return Worker(
        id=0,
        campaign=campaign.id,
        key="preview",
        name="preview",
        state=WorkerState.ACTIVE,
        reason="",
        needs_review=False,
        **nothing,
        **zero,
    )


def preview_page(store: Store, campaign: Campaign, role: Role = Role.ORDINARY) -> TaskPage | None:
    """None where the campaign has no such items yet."""
    query = select(items.c.id, items.c.text, items.c.paragraph).where(items.c.campaign == campaign.id, items.c.role == role.value)
    with store.reading() as connection:
        rows = connection.execute(query.order_by(items.c.position).limit(campaign.plan.items_per_page)).all()
    if not rows:
        return None
    now = store.clock.now()
    page = {"key": "preview", "is_training": role is Role.TRAINING, "issued_at": now, "expires_at": now + 60_000}
    return page_of_rows(preview_worker(campaign), campaign, page, rows)
