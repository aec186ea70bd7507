"""Processes that compute stand back: annotators come first wherever both want a core."""

from __future__ import annotations

import os
from contextlib import suppress

#: Steps of priority below the server.
NICENESS = 15


def one_core_each() -> None:
    """Processes started from now on do not spread their arithmetic over all cores; who set a number themselves keeps it."""
    for library in ("OPENBLAS", "OMP", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")


def stand_back(process: int) -> None:
    """A process that has just been started gets what others leave. Windows has no such priorities."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, process, min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS))
