"""One writer: whatever changes the store goes through here, many requests in one commit.

A commit waits for the disk, so two hundred annotators would wait in line for two hundred commits. Here a thread takes all
requests that are waiting, runs them in one transaction, and tells each of them its result only after the commit: nothing is
acknowledged that could still be lost. If anything unexpected happens the whole transaction is undone and each request is run
again, alone, so that none suffers for another.

SQLite knows one writer at a time, over all processes. On PostgreSQL several servers write at once: what annotators do (jobs marked
`beside_others`) goes by row locks, and everything else waits until it is alone. A part of a job may come afterwards: first all jobs
of a transaction do what must wait for locks of others, in one order for everybody, and then they give out pages, which skips what
is locked. So no two transactions wait for each other.

A job must say "no" by its result, not by an exception: what it has written by then (the trace of a refusal) is to stay.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from caesura.campaign.store.clock import Clock

T = TypeVar("T")

#: So many requests at most share a commit.
MOST_TOGETHER = 128
_LOCK = 0x4361657375726131
#: How often a job that lost a race is tried again, alone.
_TRIES = 3
#: Deadlock, serialisation failure, unique violation.
_RACES = ("40P01", "40001", "23505")


@dataclass
class Transaction:
    """What a job works with. `now` is one moment for the whole of it; `known` is for what jobs of one transaction may share."""

    connection: Connection
    now: int
    known: dict[Any, Any] = field(default_factory=dict)
    #: Done when every job has run, before what comes afterwards.
    settling: list[Callable[[], None]] = field(default_factory=list)

    def settle(self) -> None:
        while self.settling:
            self.settling.pop()()


@dataclass(frozen=True)
class _Afterwards:
    get: Callable[[], Any]


Job = Callable[[Transaction], T]


def afterwards(get: Callable[[], T]) -> T:
    """What a job returns in place of its result: how the result is got once all jobs of the transaction have run."""
    return _Afterwards(get)  # type: ignore[return-value]


def beside_others(job: Job[T]) -> Job[T]:
    """Mark a job that takes the row locks it needs, so that on PostgreSQL it may run at the same time as others of its kind."""
    job.beside_others = True  # type: ignore[attr-defined]
    return job


_Waiting = tuple[Job[Any], "Future[Any]"]


class Writer:
    """`do(job)` returns a future that is done when the job's changes are committed."""

    def __init__(self, engine: Engine, clock: Clock) -> None:
        self._engine = engine.execution_options(writes=True)
        self._clock = clock
        self._waiting: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._start = threading.Lock()
        self._thread: threading.Thread | None = None

    def do(self, job: Job[T]) -> Future[T]:
        future: Future[T] = Future()
        # Started when first needed: a process that forks after opening the store has a thread of its own.
        if self._thread is None:
            with self._start:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, name="caesura-writer", daemon=True)
                    self._thread.start()
        self._waiting.put((job, future))
        return future

    def close(self) -> None:
        """Finishes what is waiting."""
        if self._thread is not None:
            self._waiting.put(None)
            self._thread.join()
            self._thread = None

    def _run(self) -> None:
        while (first := self._waiting.get()) is not None:
            batch = [first]
            last = False
            while len(batch) < MOST_TOGETHER and not self._waiting.empty():
                more = self._waiting.get()
                if more is None:
                    last = True
                    break
                batch.append(more)
            waited_for = [each for each in batch if each[1].set_running_or_notify_cancel()]
            for beside in (False, True):
                if alike := [each for each in waited_for if _is_beside_others(each) is beside]:
                    self._commit(alike)
            if last:
                return

    def _commit(self, batch: list[_Waiting], tries: int = _TRIES) -> None:
        try:
            results = self._transaction([job for job, _ in batch], beside_others=_is_beside_others(batch[0]))
        except BaseException as error:
            if len(batch) == 1:
                if tries and _is_race(error):
                    self._commit(batch, tries - 1)
                else:
                    batch[0][1].set_exception(error)
                return
            for each in batch:
                self._commit([each])
            return
        for (_, future), result in zip(batch, results, strict=True):
            future.set_result(result)

    def _transaction(self, jobs: list[Job[Any]], *, beside_others: bool) -> list[Any]:
        with self._engine.connect() as connection, connection.begin():
            if connection.dialect.name == "postgresql":
                connection.execute(_TOGETHER if beside_others else _ALONE, {"key": _LOCK})
            transaction = Transaction(connection, self._clock.now())
            results = [job(transaction) for job in jobs]
            transaction.settle()
            return [result.get() if isinstance(result, _Afterwards) else result for result in results]


_ALONE = text("SELECT pg_advisory_xact_lock(:key)")
_TOGETHER = text("SELECT pg_advisory_xact_lock_shared(:key)")


def _is_beside_others(waiting: _Waiting) -> bool:
    return getattr(waiting[0], "beside_others", False)


def _is_race(error: BaseException) -> bool:
    """Whether somebody else was quicker: a deadlock that was broken up, or a row that is there by now."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in _RACES
