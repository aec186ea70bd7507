"""Small campaigns for tests."""

from __future__ import annotations

from typing import Any

from caesura.campaign import Campaign, Item, NoPage, Owner, Plan, Role, Store, TaskPage, Worker, create_campaign, join, next_page
from caesura.campaign import submit_page as submit
from caesura.shapes import Flat, print_pipe

WORDS = ("red", "fox", "hill", "farm", "eggs", "near", "lake", "side")


def queries(number: int, role: Role = Role.ORDINARY) -> list[Item]:
    """Queries of three to six words; what is known of tests and training is that the first two words belong together."""
    found = []
    for i in range(number):
        words = [f"{role.value}{i}", *WORDS[: 2 + i % 4]]
        accepted = () if role is Role.ORDINARY else (" ".join(words[:2]) + "|" + "|".join(words[2:]),)
        found.append(Item(f"{role.value}-{i}", " ".join(words), role, accepted=accepted, explanation="" if not accepted else "why"))
    return found


def campaign_of(
    store: Store, owner: Owner, items: list[Item] | int = 12, task: str = "flat", name: str = "first", **plan: Any
) -> Campaign:
    listed = queries(items) if isinstance(items, int) else items
    return create_campaign(store, owner, name, task, listed, Plan(**{"annotations": 3, "items_per_page": 4, **plan}))


def apart(page: TaskPage) -> list[object]:
    """Every word alone: an answer that fits any query."""
    return [print_pipe(item.words, Flat.apart(len(item.words))) for item in page.items]


def given(store: Store, worker: Worker) -> TaskPage:
    page = next_page(store, worker.key)
    assert isinstance(page, TaskPage), page
    return page


def work(store: Store, worker: Worker) -> tuple[int, NoPage]:
    """All there is for this worker: how many answers, and why it ended."""
    done = 0
    while isinstance(page := next_page(store, worker.key), TaskPage):
        done += submit(store, worker.key, page.key, apart(page)).answers
    return done, page


def joined(store: Store, campaign: Campaign, number: int) -> list[Worker]:
    return [join(store, campaign.link) for _ in range(number)]
