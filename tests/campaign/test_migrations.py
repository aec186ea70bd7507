"""Databases that earlier versions wrote: they open, and mean the same."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine, text

from caesura.campaign import (
    Campaign,
    Payment,
    Store,
    TaskPage,
    campaigns_of,
    create_campaign,
    events_of,
    export_answers,
    figures,
    join,
    next_page,
    open_store,
    owner_named,
    submit_page,
)
from caesura.campaign.store.migrate import _config

#: As the first tables were filled by the code of that time: every rule of then with parameters, no rule, and nothing said.
FIRST = Path(__file__).with_name("data") / "first_tables.sql"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "campaigns.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(FIRST.read_text(encoding="utf-8"))
    connection.close()
    return path


def by_name(store: Store) -> dict[str, Campaign]:
    owner = owner_named(store, "ann")
    assert owner is not None
    return {campaign.name: campaign for campaign in campaigns_of(store, owner)}


def test_old_rules_have_become_new_rules_and_settings(database: Path) -> None:
    with open_store(str(database)) as store:
        found = by_name(store)
        plan = found["every rule"].plan
        assert {name: dict(given) for name, given in plan.rules.items()} == {
            "approval": {"rate": 0.6, "pages": 5, "unknown": "admit"},
            "maximum-time": {"seconds": 900, "action": "refuse"},
            "minimum-time": {"seconds": 3600, "action": "warn"},
            "test-queries": {"every": 3, "minimum": 2, "score": 0.5, "rotate": False, "action": "review"},
            "training": {"items": 1, "failures": 1, "action": "warn"},
            "trust": {"minimum": "low", "medium": 0.5, "high": 0.75, "known": 5},
            "unsure": {"first": 2, "threshold": 0.95, "model": "majority"},
        }
        assert (plan.malformed, plan.payment) == ("refuse", Payment(0.25, "EUR", 9.0, training=False))
        assert (plan.annotations, plan.items_per_page, plan.instructions, plan.completion_code) == (4, 3, "Look well.", "C-1")
        assert (found["set aside"].plan.malformed, found["set aside"].plan.payment) == ("set-aside", None)
        assert (found["as it comes"].plan.malformed, dict(found["as it comes"].plan.rules)) == ("refuse", {})
        assert {event.rule for event in events_of(store, found["every rule"])} == {"", "malformed", "minimum-time", "training"}


def test_an_old_campaign_goes_on(database: Path) -> None:
    with open_store(str(database)) as store:
        campaign = by_name(store)["every rule"]
        before = export_answers(store, campaign)
        assert [each.external for each in before] == ["5f3a"] * len(before)
        assert join(store, campaign.link, external="5f3a").name == "worker-1"
        worker = join(store, campaign.link)
        while isinstance(page := next_page(store, worker.key), TaskPage):
            submit_page(store, worker.key, page.key, ["|".join(item.words) for item in page.items])
        assert len(export_answers(store, campaign)) > len(before)
        assert figures(store, campaign)["progress"]["currency"] == "EUR"


def test_migrating_back_and_forth_loses_nothing(database: Path) -> None:
    open_store(str(database)).close()
    engine = create_engine(f"sqlite:///{database}")
    plans = text("SELECT plan FROM campaigns ORDER BY id")
    rules = text("SELECT rule FROM events ORDER BY id")
    config = _config()
    with engine.begin() as connection:
        new = (connection.execute(plans).all(), connection.execute(rules).all())
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
    with engine.begin() as connection:
        old = connection.execute(plans).scalars().all()
        assert '"well-formed": {}' in old[0]
        assert "malformed" not in old[0]
        assert '"rules": {}' in old[1]
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        assert (connection.execute(plans).all(), connection.execute(rules).all()) == new
    engine.dispose()


def test_a_new_campaign_beside_the_old_ones(database: Path) -> None:
    with open_store(str(database)) as store:
        owner = owner_named(store, "ann")
        assert owner is not None
        create_campaign(store, owner, "new", "flat", [])
        assert list(by_name(store)) == ["new", "as it comes", "set aside", "every rule"]
