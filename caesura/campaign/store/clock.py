"""The time, in whole milliseconds since 1970, by a clock that does not jump while a server runs.

Someone who sets the machine's clock, or a leap in a virtual machine, must neither give away all reserved items at once nor make
a page last minus an hour. So the wall clock is read once, and from then on the steady one is added. After a restart the wall
clock counts again; what was stored before may then lie in the future, and whoever measures with it must bear that.
"""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Whatever tells the time."""

    def now(self) -> int: ...


class SteadyClock:
    """The wall clock at the start, plus what has passed since."""

    def __init__(self) -> None:
        self._begin = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        return (self._begin + time.monotonic_ns()) // 1_000_000
