"""Answers to the queries that come most often: a bounded memory that forgets what was not asked for longest."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock


class HeadCache:
    """`most` answers by their question; 0 keeps none."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.hits = 0
        self._known: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> bytes | None:
        with self._lock:
            head = self._known.get(key)
            if head is not None:
                self.hits += 1
                self._known.move_to_end(key)
            return head

    def put(self, key: Hashable, answer: bytes) -> None:
        if not self.most:
            return
        with self._lock:
            self._known[key] = answer
            if len(self._known) > self.most:
                self._known.popitem(last=False)

    def __len__(self) -> int:
        return len(self._known)
