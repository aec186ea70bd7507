"""Pools of such processes, one for each kind of work, so that a long one never stands before a short one."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from caesura.studio.api.problems import RefusedError
from caesura.studio.pages.computing.worker_process import WorkerProcess

T = TypeVar("T")


class WorkPool:
    """At most `processes` computations at once and `waiting` more in line; what comes beyond is refused.

    Processes are started when they are first needed, and kept: their models and lexicons are read once.
    """

    def __init__(self, name: str, *, processes: int, seconds: float, memory: int, waiting: int = 32) -> None:
        self._threads = ThreadPoolExecutor(processes, name)
        self._here = threading.local()
        self._limits = (seconds, memory)
        self._most = processes + waiting
        self._lock = threading.Lock()
        self._under_way = 0

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """The result to come of a function of a module, computed in another process."""
        with self._lock:
            if self._under_way >= self._most:
                raise RefusedError(503, "too many computations are waiting", "try again in a minute", {"Retry-After": "60"})
            self._under_way += 1
        future: Future[T] = self._threads.submit(self._computed, function, *arguments)
        future.add_done_callback(self._done)
        return future

    def _computed(self, function: Callable[..., T], *arguments: Any) -> T:
        process = getattr(self._here, "process", None)
        if process is None:
            process = self._here.process = WorkerProcess(*self._limits)
        result: T = process.do(function, *arguments)
        return result

    def _done(self, _future: Future[Any]) -> None:
        with self._lock:
            self._under_way -= 1


#: One core is left to those who annotate.
_SPARE = max(1, min(4, (os.cpu_count() or 1) - 1))

#: Looking into files: seconds at most. Reports: a minute or two. Experiments on collections: up to an hour, one at a time.
LOOKS = WorkPool("looks", processes=1, seconds=60, memory=2 << 30)
REPORTS = WorkPool("reports", processes=_SPARE, seconds=180, memory=2 << 30)
EXPERIMENTS = WorkPool("experiments", processes=1, seconds=3600, memory=8 << 30)
