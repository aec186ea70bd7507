"""A bounded cache of results that take long: each is computed once, outside the lock; only who asks for the same one waits."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Generic, TypeVar

Result = TypeVar("Result")


class ResultCache(Generic[Result]):
    """At most `maximum` results; the one not asked for longest goes first. An error is raised to all who waited, and not kept."""

    def __init__(self, maximum: int) -> None:
        self._maximum = maximum
        self._results: OrderedDict[Hashable, Future[Result]] = OrderedDict()
        self._lock = Lock()

    def begun(self, key: Hashable, begin: Callable[[], Future[Result]]) -> Future[Result]:
        """The result to come; `begin` starts the computation where nobody has asked for it yet."""
        with self._lock:
            result = self._results.get(key)
            is_first = result is None
            if result is None:
                result = self._results[key] = begin()
            self._results.move_to_end(key)
            while len(self._results) > self._maximum:
                self._results.popitem(last=False)
        if is_first:
            result.add_done_callback(lambda done: self._drop_failed(key, done))
        return result

    def _drop_failed(self, key: Hashable, done: Future[Result]) -> None:
        """An error goes to whoever waited, once: the cause may be gone when somebody asks again."""
        if done.exception() is not None:
            with self._lock:
                if self._results.get(key) is done:
                    del self._results[key]

    def get(self, key: Hashable, compute: Callable[[], Result]) -> Result:
        with self._lock:
            result = self._results.get(key)
            is_first = result is None
            if result is None:
                result = self._results[key] = Future()
            self._results.move_to_end(key)
            while len(self._results) > self._maximum:
                self._results.popitem(last=False)
        if is_first:
            try:
                result.set_result(compute())
            except BaseException as error:
                with self._lock:
                    if self._results.get(key) is result:
                        del self._results[key]
                result.set_exception(error)
        return result.result()
