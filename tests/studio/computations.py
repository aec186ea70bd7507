"""What worker processes are given to compute in tests; with few imports, as each process makes them anew."""

from __future__ import annotations

import os
import time


def slept(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def filled(size: int) -> int:
    return len(bytearray(size))
