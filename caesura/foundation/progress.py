"""Progress: long work takes an `advance`, which hears how much more was done; who does not watch leaves it out."""

from __future__ import annotations

from collections.abc import Callable

#: Hears how much more was done: bytes, queries, networks, whatever the work counts.
Advance = Callable[[int], None]


def unwatched(_amount: int) -> None:
    """The advance of those who do not watch."""
