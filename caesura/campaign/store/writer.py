"""One writer: whatever changes the store goes through here, many requests in one commit.

A commit waits for the disk, so two hundred annotators would wait in line for two hundred commits. Here a thread takes all
requests that are waiting, runs them in one transaction, and tells each of them its result only after the commit: nothing is
acknowledged that could still be lost. If anything unexpected happens the whole transaction is undone and each request is run
again, alone, so that none suffers for another. One writer at a time, over all processes: SQLite knows no other way, and on
PostgreSQL a lock makes it so. Then no two can give away the same place.

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

from caesura.campaign.store.clock import Clock

T = TypeVar("T")

#: So many requests at most share a commit.
MOST_TOGETHER = 128
_LOCK = 0x4361657375726131


@dataclass
class Transaction:
    """What a job works with. `now` is one moment for the whole of it; `known` is for what jobs of one transaction may share."""

    connection: Connection
    now: int
    known: dict[Any, Any] = field(default_factory=dict)


Job = Callable[[Transaction], T]
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
            self._commit([each for each in batch if each[1].set_running_or_notify_cancel()])
            if last:
                return

    def _commit(self, batch: list[_Waiting]) -> None:
        try:
            results = self._transaction([job for job, _ in batch])
        except BaseException as error:
            if len(batch) == 1:
                batch[0][1].set_exception(error)
                return
            for each in batch:
                self._commit([each])
            return
        for (_, future), result in zip(batch, results, strict=True):
            future.set_result(result)

    def _transaction(self, jobs: list[Job[Any]]) -> list[Any]:
        with self._engine.connect() as connection, connection.begin():
            if connection.dialect.name == "postgresql":
                connection.execute(_TAKE_TURNS, {"key": _LOCK})
            transaction = Transaction(connection, self._clock.now())
            return [job(transaction) for job in jobs]


_TAKE_TURNS = text("SELECT pg_advisory_xact_lock(:key)")
