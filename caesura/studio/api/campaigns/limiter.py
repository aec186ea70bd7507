"""Rate limits: a bucket of permissions for each address, name or link, refilled at a steady pace.

They are kept in the memory of each process. Where a server runs several, each allows its share, so that all of them together
allow no more than is said here; who keeps one connection meets one process, and is allowed that share only.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from caesura.studio.api.problems import RefusedError


@dataclass(frozen=True)
class Limit:
    """This many at once, and that many a minute from then on."""

    burst: int
    per_minute: float


#: Guessing a password: per address and per name. Ten in a row, then one every fifteen seconds.
SIGN_IN = Limit(burst=10, per_minute=4)
#: Joining by a campaign's link, per address: a class room may sit behind one.
JOIN = Limit(burst=500, per_minute=120)
#: Links and tokens that lead nowhere, per address: nobody mistypes more.
WRONG = Limit(burst=30, per_minute=10)
#: An annotator's own requests, per link: faster than anyone clicks.
WORK = Limit(burst=60, per_minute=600)
#: An owner's requests.
OWNER = Limit(burst=120, per_minute=600)

_MOST_BUCKETS = 50_000


class Limiter:
    """`check(limit, key)` takes a permission or refuses with 429 and the time to wait."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, processes: int = 1) -> None:
        self._clock = clock
        self._processes = processes
        # (limit, key) -> permissions left, and when that was so; the longest unused goes first when there are too many.
        self._buckets: OrderedDict[tuple[Limit, str], tuple[float, float]] = OrderedDict()

    def check(self, limit: Limit, key: str) -> None:
        wait = self.wait(limit, key)
        if wait:
            seconds = ceil(wait)
            raise RefusedError(429, "too many requests", f"try again in {seconds} seconds", {"Retry-After": str(seconds)})

    def wait(self, limit: Limit, key: str, *, take: float = 1.0) -> float:
        """Seconds until the next permission; 0 where one was to be had, and is taken."""
        now = self._clock()
        burst, per_second = max(1.0, limit.burst / self._processes), limit.per_minute / 60 / self._processes
        left, since = self._buckets.pop((limit, key), (burst, now))
        left = min(burst, left + (now - since) * per_second)
        allowed = left >= 1
        self._buckets[(limit, key)] = (left - take if allowed else left, now)
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return 0.0 if allowed else (1 - left) / per_second
