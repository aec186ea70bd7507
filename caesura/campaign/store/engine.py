"""Connections: SQLite as a file beside everything else, or PostgreSQL by its address."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from caesura.foundation import InputError, MissingExtraError

#: How long a connection waits for another process that is writing.
_PATIENCE = 30


def database_url(address: str) -> URL:
    """`campaigns.db` and `sqlite:///campaigns.db` are the same; `postgresql://user@host/name` is the other kind."""
    if "://" not in address:
        return URL.create("sqlite", database=str(Path(address)))
    try:
        url = make_url(address)
        if url.get_backend_name() == "postgresql":
            return url.set(drivername="postgresql+psycopg")
        if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
            return url
    except (ArgumentError, NoSuchModuleError, ValueError):
        pass
    # The address may hold a password: it is not repeated.
    raise InputError("this is not a database Caesura can use", cure="give a file name, or postgresql://user@host/database")


def make_engine(address: str) -> Engine:
    url = database_url(address)
    if url.get_backend_name() == "postgresql":
        try:
            return create_engine(url, pool_size=8, pool_pre_ping=True, isolation_level="READ COMMITTED", hide_parameters=True)
        except ModuleNotFoundError:
            raise MissingExtraError("PostgreSQL", "postgresql") from None
    folder = Path(str(url.database)).absolute().parent
    if not folder.is_dir():
        raise InputError("the folder of the database does not exist", cure=f"create {folder} first", file=url.database)
    _keep_private(Path(str(url.database)))
    # No parameters in errors: among them are annotators' links, and errors reach logs.
    waits = {"timeout": _PATIENCE, "check_same_thread": False}
    engine = create_engine(url, connect_args=waits, pool_size=8, hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _keep_private(path: Path) -> None:
    """A new database is its owner's alone, and one that was made before is nobody's outside its group. What SQLite puts beside it
    gets the same mode. Whatever is wrong with the file is said when it is opened."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        mode = path.stat().st_mode
        if mode & 0o007:
            with suppress(PermissionError):
                path.chmod(mode & 0o770)
    except OSError:
        return


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    # We begin transactions ourselves: the driver would begin them late, and then a second writer could not wait but would fail.
    connection.isolation_level = None
    cursor = connection.cursor()
    # WAL: readers never wait. FULL: a commit is on the disk before it returns, so nothing acknowledged is lost with the power.
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={_PATIENCE * 1000}"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _begin_sqlite(connection: Any) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
