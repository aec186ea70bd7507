"""Several servers on one PostgreSQL: they do not wait for each other, share their limits, and survive the database's own death."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Thread

import pytest
from sqlalchemy import select, text

from caesura.campaign import (
    Campaign,
    Item,
    Plan,
    Store,
    TaskPage,
    create_campaign,
    create_owner,
    join,
    next_page,
    open_store,
    submit_page,
)
from caesura.campaign.accounts import SharedLimits
from caesura.campaign.store import schema
from caesura.studio.api.campaigns.limiter import Limit, Limiter
from caesura.studio.api.problems import RefusedError
from tests.campaign.annotators import Record, annotate, audit
from tests.campaign.postgres import fresh_database, killable_postgres, programs
from tests.campaign.servers import KillableServer


@pytest.fixture
def database(request: pytest.FixtureRequest, postgres: str, postgres_template: str) -> str:
    name = "".join(letter if letter.isalnum() else "_" for letter in request.node.name)[-50:]
    return fresh_database(postgres, f"several_{name}", postgres_template)


def made(store: Store, items: int, annotations: int = 3) -> Campaign:
    owner, _ = create_owner(store, "ann")
    listed = [Item(f"q{i}", f"quiet lake house number{i}") for i in range(items)]
    return create_campaign(store, owner, "lakes", "flat", listed, Plan(annotations=annotations, items_per_page=3))


def texts(page: object) -> list[str]:
    assert isinstance(page, TaskPage)
    return [item.text for item in page.items]


def test_what_another_server_gives_out_is_skipped(database: str) -> None:
    with open_store(database) as one, open_store(database) as other:
        campaign = made(one, items=9)
        first, second = join(one, campaign.link).key, join(one, campaign.link).key
        with one.engine.connect() as connection, connection.begin():
            held = select(schema.items.c.text).order_by(schema.items.c.position).limit(3).with_for_update(key_share=True)
            locked = list(connection.execute(held).scalars())
            begin = time.monotonic()
            given = texts(next_page(other, first))
            assert time.monotonic() - begin < 20, "nobody waits for the other's transaction"
            assert len(given) == 3
            assert not set(given) & set(locked)
        assert set(texts(next_page(other, second))) == set(locked), "now they are free"


def test_where_nothing_else_is_left_one_waits_for_the_other(database: str) -> None:
    with open_store(database) as store:
        campaign = made(store, items=3)
        key = join(store, campaign.link).key
        found: list[object] = []
        with store.engine.connect() as connection, connection.begin():
            connection.execute(select(schema.items.c.id).with_for_update(key_share=True))
            asking = Thread(target=lambda: found.append(next_page(store, key)))
            asking.start()
            time.sleep(0.5)
            assert not found
        asking.join(30)
        assert len(texts(found[0])) == 3


def test_one_page_sent_to_two_servers_at_once_is_stored_once(database: str) -> None:
    with open_store(database) as one, open_store(database) as other:
        campaign = made(one, items=30)
        key = join(one, campaign.link).key
        for _ in range(10):
            page = next_page(one, key)
            assert isinstance(page, TaskPage)
            answers = ["|".join(item.words) for item in page.items]
            with ThreadPoolExecutor(2) as both:
                sent = [both.submit(submit_page, to, key, page.key, answers) for to in (one, other)]
            receipts = [each.result() for each in sent]
            assert sorted(receipt.repeated for receipt in receipts) == [False, True]
        with one.reading() as connection:
            assert connection.execute(text("SELECT count(*), sum(answers) FROM items WHERE answers > 0")).one() == (30, 30)
            assert connection.execute(text("SELECT pages, answers FROM workers")).one() == (10, 30)


def test_servers_share_their_limits(database: str) -> None:
    limit = Limit(burst=10, per_minute=1)
    with open_store(database) as one, open_store(database) as other:
        servers = [Limiter(shared=SharedLimits(store)) for store in (one, other)]

        async def tried() -> int:
            allowed = 0
            for number in range(30):
                try:
                    await servers[number % 2].check(limit, "203.0.113.9")
                except RefusedError as refused:
                    assert refused.headers is not None
                    assert 1 <= int(refused.headers["Retry-After"]) <= 60
                else:
                    allowed += 1
            await servers[0].check(limit, "203.0.113.10")
            return allowed

        assert asyncio.run(tried()) == limit.burst
        with one.reading() as connection:
            assert "203.0.113" not in repr(connection.execute(text("SELECT key FROM limits")).all()), "whom it is for is not kept"


def test_a_class_that_joins_at_once_shares_what_one_request_fetches(database: str) -> None:
    limit = Limit(burst=100, per_minute=1)
    with open_store(database) as store:
        server = Limiter(shared=SharedLimits(store))

        async def at_once() -> None:
            await asyncio.gather(*(server.check(limit, "203.0.113.11") for _ in range(60)))
            for _ in range(200):
                await server.check(limit, "203.0.113.12")
                await server.give_back(limit, "203.0.113.12")

        asyncio.run(at_once())


def test_the_database_killed_under_load_loses_and_doubles_nothing() -> None:
    if programs() is None:
        pytest.skip("PostgreSQL is not here")
    with killable_postgres(durable=True) as server:
        database = fresh_database(server.address, "killed")
        with open_store(database) as store:
            campaign = made(store, items=600)
            with closing(KillableServer(database)) as one, closing(KillableServer(database)) as other:
                found: list[Record] = []
                addresses = f"{one.address},{other.address}"
                crowd = Thread(target=lambda: found.append(asyncio.run(annotate(addresses, campaign.link, 8, 8.0, 0.05))))
                crowd.start()
                for _ in range(2):
                    time.sleep(2.0)
                    server.kill()
                crowd.join(240)
            assert found, "the annotators could not finish"
            assert found[0].retries > 0, "nobody noticed a kill"
            checked = audit(store, campaign, found[0].acknowledged)
            assert (checked.lost, checked.doubled, checked.too_many) == (0, 0, 0)
            assert checked.stored > 0
