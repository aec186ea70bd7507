"""Servers that die: what was acknowledged is there, once, whatever happens to the process that took it."""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import closing

from caesura.campaign import Campaign, Item, Plan, Store, create_campaign, create_owner, open_store
from tests.campaign.annotators import Record, annotate, audit
from tests.campaign.postgres import fresh_database
from tests.campaign.servers import KillableServer

ANNOTATORS = 12


def crowd(address: str, link: str, seconds: float, first: int = 0) -> tuple[threading.Thread, list[Record]]:
    """Annotators at work in a thread of their own."""
    found: list[Record] = []
    thread = threading.Thread(target=lambda: found.append(asyncio.run(annotate(address, link, ANNOTATORS, seconds, 0.05, first))))
    thread.start()
    return thread, found


def made(store: Store, items: int, annotations: int) -> Campaign:
    owner, _ = create_owner(store, "ann")
    listed = [Item(f"q{i}", f"quiet lake house number{i}") for i in range(items)]
    return create_campaign(store, owner, "lakes", "flat", listed, Plan(annotations=annotations, items_per_page=3))


def test_a_server_killed_again_and_again_loses_and_doubles_nothing(database: str) -> None:
    with open_store(database) as store:
        campaign = made(store, items=3000, annotations=3)
        with closing(KillableServer(database)) as server:
            thread, found = crowd(server.address, campaign.link, 8.0)
            kills = 0
            while thread.is_alive() and kills < 4:
                time.sleep(0.7)
                server.kill()
                kills += 1
            thread.join(120)
            assert found, "the annotators could not finish"
        record = found[0]
        assert record.retries > 0, "nobody noticed a kill"
        assert sum(map(len, record.acknowledged.values())) >= 3 * ANNOTATORS
        checked = audit(store, campaign, record.acknowledged)
        assert (checked.lost, checked.doubled, checked.too_many) == (0, 0, 0)


def test_two_servers_on_one_postgresql(postgres: str, postgres_template: str) -> None:
    """Half of the annotators ask one server and half the other, for items of which there are hardly enough."""
    database = fresh_database(postgres, "two_servers", postgres_template)
    with open_store(database) as store:
        campaign = made(store, items=60, annotations=5)
        with closing(KillableServer(database)) as one, closing(KillableServer(database)) as other:
            crowds = [crowd(one.address, campaign.link, 20.0), crowd(other.address, campaign.link, 20.0, first=ANNOTATORS)]
            for thread, _ in crowds:
                thread.join(120)
        acknowledged = {page: answers for _, found in crowds for page, answers in found[0].acknowledged.items()}
        checked = audit(store, campaign, acknowledged)
        assert (checked.lost, checked.doubled, checked.too_many) == (0, 0, 0)
        assert checked.stored == 60 * 5
        assert all(found[0].acknowledged for _, found in crowds)
