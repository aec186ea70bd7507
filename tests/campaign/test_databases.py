"""Databases and connections: made, migrated, found broken, refused; and the clock."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import text

from caesura.campaign import Store, create_owner, join, open_store, progress, submit_page
from caesura.campaign.store import SteadyClock, schema
from caesura.foundation import InputError
from tests.campaign.making import apart, campaign_of, given
from tests.campaign.postgres import fresh_database


def test_a_newer_database_is_left_alone(database: str, store: Store) -> None:
    with store.engine.begin() as connection:
        was = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(InputError, match="newer version"):
        open_store(database)
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :was"), {"was": was})


def test_migrations_can_be_undone_and_done_again(store: Store) -> None:
    from alembic import command

    from caesura.campaign.store.migrate import _config

    config = _config()
    with store.engine.connect().execution_options(writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
        names = schema.metadata.tables
        assert not any(connection.dialect.has_table(connection, name) for name in names)
        command.upgrade(config, "head")
        assert all(connection.dialect.has_table(connection, name) for name in names)


@pytest.mark.parametrize("address", ["mysql://x@y/z", "postgres-typo://", "sqlite://", "postgresql//missing/colon/x.db"])
def test_what_is_no_database_is_refused_without_repeating_it(address: str) -> None:
    with pytest.raises(InputError) as told:
        open_store(address)
    assert "secret" not in str(told.value)


def test_a_password_in_an_address_is_never_told() -> None:
    with pytest.raises(InputError) as told:
        open_store("postgresql://ann:secret@127.0.0.1:1/none")
    assert "secret" not in str(told.value)
    assert "does not answer" in str(told.value)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        open_store(str(tmp_path / "no" / "where.db"))


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("not a database, but long enough to look like one " * 50)
    with pytest.raises(InputError, match="not a database of campaigns"):
        open_store(str(tmp_path / "notes.db"))


def test_the_servers_clock_does_not_follow_the_wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SteadyClock()
    before = clock.now()
    assert abs(before - time.time() * 1000) < 60_000
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert 0 <= clock.now() - before < 60_000


def test_connections_that_break_are_made_anew(postgres: str, postgres_template: str) -> None:
    """PostgreSQL was restarted, or somebody ended our sessions: the next request gets a new one."""
    import psycopg

    database = fresh_database(postgres, "broken_connections", postgres_template)
    with open_store(database) as store:
        campaign = campaign_of(store, create_owner(store, "ann")[0])
        worker = join(store, campaign.link)
        page = given(store, worker)
        with psycopg.connect(postgres, autocommit=True) as connection:
            ended = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = 'broken_connections'"
            assert connection.execute(ended).fetchone()
        assert submit_page(store, worker.key, page.key, apart(page)).answers == 4
        assert progress(store, campaign).answers == 4


def test_processes_that_open_a_new_database_at_once(tmp_path: Path) -> None:
    """Two workers of one server start together, and only one of them makes the tables."""
    program = "import sys; from caesura.campaign import open_store; open_store(sys.argv[1]).close()"
    path = str(tmp_path / "new.db")
    starting = [subprocess.Popen([sys.executable, "-c", program, path], stderr=subprocess.PIPE, text=True) for _ in range(3)]
    told = [process.communicate(timeout=60)[1] for process in starting]
    assert [process.returncode for process in starting] == [0, 0, 0], told
