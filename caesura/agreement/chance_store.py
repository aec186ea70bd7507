"""Distances of long trees take minutes to count; they are kept in the user's cache folder and checked when read."""

from __future__ import annotations

import json
import os
from pathlib import Path

from caesura.foundation import InputError, written
from caesura.shapes import count_nested


def load_distances(boundaries: int, power: int) -> tuple[int, ...] | None:
    """What was stored, or None; a damaged file counts as not there."""
    try:
        counts = json.loads(_file(boundaries, power).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(counts, list) or not all(type(number) is int and number >= 0 for number in counts):
        return None
    return tuple(counts) if sum(counts) == count_nested(boundaries + 1) ** 2 else None


def store_distances(boundaries: int, power: int, counts: tuple[int, ...]) -> None:
    """Keep them if we may; a cache that cannot be written costs time, nothing else."""
    file = _file(boundaries, power)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with written(file) as stream:
            json.dump(counts, stream)
    except (OSError, InputError):
        return


def _file(boundaries: int, power: int) -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "caesura" / "trees" / f"{boundaries + 1}-words-d{power}.json"
