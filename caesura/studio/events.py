"""What happens to a server, as one line of JSON each on standard error: worker deaths, reloads, what could not be read."""

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime


def report(event: str, **facts: object) -> None:
    """`{"time": ..., "event": "worker died", "worker": 4711, ...}`."""
    line = json.dumps({"time": now(), "event": event, "worker": os.getpid(), **facts}, ensure_ascii=False)
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
