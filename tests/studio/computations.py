"""What worker processes are given to compute in tests; with few imports, as each process makes them anew."""

from __future__ import annotations

import os
import time
from pathlib import Path


def slept(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def filled(size: int) -> int:
    return len(bytearray(size))


def standing() -> tuple[int, int]:
    """The priority of the process, and the threads that numpy has here."""
    import numpy as np

    assert np.ones((300, 300)) @ np.ones(300) is not None
    return os.getpriority(os.PRIO_PROCESS, 0), len(list(Path("/proc/self/task").iterdir()))
