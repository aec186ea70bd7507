"""Distances of long trees take minutes to count; they are kept in the user's cache folder and checked when read."""

from __future__ import annotations

import json

from caesura.foundation import InputError, cache_folder, written
from caesura.shapes import count_nested


def load_distances(boundaries: int, power: int) -> tuple[int, ...] | None:
    """What was stored, or None; a damaged file counts as not there."""
    folder = cache_folder("trees")
    if folder is None:
        return None
    try:
        counts = json.loads((folder / _name(boundaries, power)).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(counts, list) or not all(type(number) is int and number >= 0 for number in counts):
        return None
    return tuple(counts) if sum(counts) == count_nested(boundaries + 1) ** 2 else None


def store_distances(boundaries: int, power: int, counts: tuple[int, ...]) -> None:
    """Keep them if we may; a cache that cannot be written costs time, nothing else."""
    folder = cache_folder("trees")
    if folder is None:
        return
    try:
        with written(folder / _name(boundaries, power)) as stream:
            json.dump(counts, stream)
    except (OSError, InputError):
        return


def _name(boundaries: int, power: int) -> str:
    return f"{boundaries + 1}-words-d{power}.json"
