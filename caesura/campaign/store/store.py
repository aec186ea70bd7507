"""A store: connections to read with, one writer to write with, and a clock."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from caesura.campaign.proposals import Propose
from caesura.campaign.store.clock import Clock, SteadyClock
from caesura.campaign.store.engine import make_engine
from caesura.campaign.store.migrate import migrate
from caesura.campaign.store.writer import Job, Writer
from caesura.foundation import InputError

T = TypeVar("T")


class StoreError(InputError):
    """The database could not do it: the disk is full, or the database is not there. Nothing was stored."""


class Store:
    """`store.run(job)` writes and waits until it is committed; `await store.run_async(job)` does so without blocking.

    `propose` gives new queries of some tasks what annotators begin with.
    """

    def __init__(self, engine: Engine, clock: Clock, propose: Propose | None = None) -> None:
        self.engine = engine
        self.clock = clock
        self.propose = propose
        self._writer = Writer(engine, clock)

    def run(self, job: Job[T]) -> T:
        with database_errors():
            return self._writer.do(job).result()

    async def run_async(self, job: Job[T]) -> T:
        with database_errors():
            return await asyncio.wrap_future(self._writer.do(job))

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one committed state throughout."""
        with database_errors(), self.engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    def close(self) -> None:
        self._writer.close()
        self.engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def open_store(address: str, clock: Clock | None = None, propose: Propose | None = None) -> Store:
    """The store at a file name or a PostgreSQL address, made where it is not there yet."""
    engine = make_engine(address)
    try:
        with database_errors():
            migrate(engine)
    except BaseException:
        engine.dispose()
        raise
    return Store(engine, clock or SteadyClock(), propose)


@contextmanager
def database_errors() -> Iterator[None]:
    """Errors of the database as one line that holds no address, no password and no statement."""
    try:
        yield
    except DBAPIError as error:
        reason = (
            str(error.orig).strip().splitlines()[0] if error.orig is not None and str(error.orig).strip() else "no reason given"
        )
        if "full" in reason.lower() or "no space" in reason.lower():
            raise StoreError("the disk of the database is full", cure="free some space and try again; nothing was stored") from None
        if error.connection_invalidated or "connect" in reason.lower():
            raise StoreError("the database does not answer", cure="is it running? nothing was stored; try again") from None
        if "not a database" in reason:
            raise StoreError("the file is not a database of campaigns", cure="name another, or one that is not there yet") from None
        if "readonly" in reason:
            raise StoreError("the database cannot be written to", cure="allow it, or name another; nothing was stored") from None
        raise StoreError(f"the database refused ({type(error.orig).__name__})", cure="try again; nothing was stored") from error
