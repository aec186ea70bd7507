"""Titles kept for testing: one in five, by its own hash.

So whoever trains and whoever tests leave out the same ones, in any order and on any machine.
"""

from __future__ import annotations

from zlib import crc32

from caesura.shapes import Words

HELD_OUT_ONE_IN = 5


def is_held_out(title: Words) -> bool:
    """Whether a title is kept for testing."""
    return crc32(" ".join(title).encode("utf-8", "surrogatepass")) % HELD_OUT_ONE_IN == 0
