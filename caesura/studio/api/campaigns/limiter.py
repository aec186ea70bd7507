"""Rate limits: a bucket of permissions for each address, name or link, refilled at a steady pace.

Servers on one PostgreSQL share the buckets: each takes some permissions at once and gives them out from memory, so that few
requests wait for it. Elsewhere buckets are in the memory of each process, and where a server runs several, each allows its share.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from weakref import WeakValueDictionary

from starlette.concurrency import run_in_threadpool

from caesura.campaign.accounts import SharedLimits
from caesura.studio.api.problems import RefusedError


@dataclass(frozen=True)
class Limit:
    """This many at once, and that many a minute from then on."""

    burst: int
    per_minute: float


#: Guessing a password, per address and name (or per known device). Ten in a row, then one every fifteen seconds.
SIGN_IN = Limit(burst=10, per_minute=4)
#: The same for all names an address tries, and for all addresses that try a name: known devices are spared both.
SIGN_IN_FROM = Limit(burst=50, per_minute=20)
SIGN_IN_AS = Limit(burst=100, per_minute=10)
#: Joining by a campaign's link, per address: a class room may sit behind one.
JOIN = Limit(burst=500, per_minute=120)
#: Links and tokens that lead nowhere, per address: nobody mistypes more.
WRONG = Limit(burst=30, per_minute=10)
#: An annotator's own requests, per link: faster than anyone clicks.
WORK = Limit(burst=60, per_minute=600)
#: An owner's requests.
OWNER = Limit(burst=120, per_minute=600)
#: Files and computations that take long, per person or address.
UPLOAD = Limit(burst=20, per_minute=10)

_MOST_BUCKETS = 50_000
#: A process takes this share of a burst at once, and what it has not given out after this many seconds is void.
_AT_ONCE = 0.1
_VOID_AFTER = 5.0


class Limiter:
    """`await check(limit, key)` takes a permission or refuses with 429 and the time to wait."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, processes: int = 1, shared: SharedLimits | None = None) -> None:
        self._clock = clock
        self._processes = processes
        self._shared = shared
        # (limit, key) -> permissions left, and when that was so; the longest unused goes first when there are too many.
        self._buckets: OrderedDict[tuple[Limit, str], tuple[float, float]] = OrderedDict()
        self._taking: WeakValueDictionary[tuple[Limit, str], asyncio.Lock] = WeakValueDictionary()

    async def check(self, limit: Limit, key: str) -> None:
        wait = self.wait(limit, key) if self._shared is None else await self._wait_shared(self._shared, limit, key)
        if wait:
            seconds = ceil(wait)
            raise RefusedError(429, "too many requests", f"try again in {seconds} seconds", {"Retry-After": str(seconds)})

    async def give_back(self, limit: Limit, key: str) -> None:
        """A permission that was taken for something that proved harmless."""
        if self._shared is not None:
            await run_in_threadpool(self._shared.give_back, _shared_name(limit, key), limit.burst)
        elif known := self._buckets.get((limit, key)):
            self._buckets[(limit, key)] = (known[0] + 1, known[1])

    def wait(self, limit: Limit, key: str) -> float:
        """Seconds until the next permission; 0 where one was free, and is taken."""
        now = self._clock()
        burst, per_second = max(1.0, limit.burst / self._processes), limit.per_minute / 60 / self._processes
        left, since = self._buckets.pop((limit, key), (burst, now))
        left = min(burst, left + (now - since) * per_second)
        allowed = left >= 1
        self._keep(limit, key, left - 1 if allowed else left, now)
        return 0.0 if allowed else (1 - left) / per_second

    async def _wait_shared(self, shared: SharedLimits, limit: Limit, key: str) -> float:
        if self._in_hand(limit, key):
            return 0.0
        # One request fetches for all that wait: a class that joins at once must not take a share of the burst each.
        async with self._taking.setdefault((limit, key), asyncio.Lock()):
            if self._in_hand(limit, key):
                return 0.0
            wanted = max(1, int(limit.burst * _AT_ONCE))
            taken, wait = await run_in_threadpool(shared.take, _shared_name(limit, key), limit.burst, limit.per_minute / 60, wanted)
            if taken > 1:
                self._keep(limit, key, taken - 1.0, self._clock())
            return wait

    def _in_hand(self, limit: Limit, key: str) -> bool:
        """Whether a permission that this process fetched is left; it is taken."""
        left, since = self._buckets.pop((limit, key), (0.0, 0.0))
        if left < 1 or self._clock() - since >= _VOID_AFTER:
            return False
        self._keep(limit, key, left - 1, since)
        return True

    def _keep(self, limit: Limit, key: str, left: float, now: float) -> None:
        self._buckets[(limit, key)] = (left, now)
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)


def _shared_name(limit: Limit, key: str) -> str:
    return f"{limit.burst} {limit.per_minute} {key}"
