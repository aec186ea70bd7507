"""Stores for tests: every test of the store runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from caesura.campaign import Owner, Store, create_owner, open_store
from tests.campaign.postgres import emptied, fresh_database, programs, running_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server of this session's own."""
    pytest.importorskip("psycopg", reason="psycopg is not here: pip install 'caesura[postgresql]'")
    if programs() is None:
        pytest.skip("PostgreSQL is not here: scripts/apt-install postgresql")
    with running_postgres() as address:
        yield address


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Migrated once and copied for every test: making all tables anew takes longer than most tests."""
    path = tmp_path_factory.mktemp("empty") / "empty.db"
    open_store(str(path)).close()
    return path


@pytest.fixture(scope="session")
def postgres_template(postgres: str) -> str:
    """The same for PostgreSQL: the name of a migrated database, of which others are copies."""
    open_store(fresh_database(postgres, "template_migrated")).close()
    return "template_migrated"


@pytest.fixture(scope="session")
def postgres_database(postgres: str, postgres_template: str) -> str:
    """One database for most tests, emptied before each: making databases, and removing them, takes long."""
    return fresh_database(postgres, "used_again", postgres_template)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database of either kind, with tables and nothing in them."""
    if request.param == "sqlite":
        path = tmp_path / "campaigns.db"
        shutil.copy(request.getfixturevalue("empty_file"), path)
        return str(path)
    address: str = request.getfixturevalue("postgres_database")
    emptied(address)
    return address


class MovedClock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.time = 1_800_000_000_000

    def now(self) -> int:
        return self.time

    def pass_seconds(self, seconds: float) -> None:
        self.time += round(seconds * 1000)


@pytest.fixture
def clock() -> MovedClock:
    return MovedClock()


@pytest.fixture
def store(database: str, clock: MovedClock) -> Iterator[Store]:
    with open_store(database, clock) as store:
        yield store


@pytest.fixture
def owner(store: Store) -> Owner:
    return create_owner(store, "ann")[0]
