"""A few results kept for the next one who asks; the least asked for goes first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Kind = TypeVar("Kind")


class Kept(Generic[Kind]):
    """Made once at a time: two who ask for the same at once wait for one result."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: OrderedDict[Hashable, Kind] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], Kind]) -> Kind:
        with self._lock:
            if key not in self._found:
                self._found[key] = make()
            self._found.move_to_end(key)
            while len(self._found) > self._most:
                self._found.popitem(last=False)
            return self._found[key]
