"""Placing n-grams into lines: the plain-Python twin of `_build.place`, and what both share.

Entries come sorted by hash, so their home lines never go back and the table is written from its first page to its last. An
entry goes to the first free slot on its way from its home line through its 4 KB page; each full line it passes gets the
overflow bit of its class (the hash's low three bits), so that a later miss knows where to stop. What does not fit its page is
spilled: the caller places it again, by its turned hash, in lines of their own at the end of the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from caesura.lexicon.layout import FINGERPRINT_SHIFT, OVERFLOW, PAGE_LINES, SLOTS, USED, line_on_the_way
from caesura.lexicon.lexicon import builder_twin

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.uint64]

#: Filled to this share, a table needs 9.3 bytes per n-gram and 1.15 lines per look-up; beyond .88 probing gets long.
LOAD = 0.86


class SameFingerprintError(Exception):
    """Two n-grams of the table would be taken for one another."""


def home_lines_for(entries: int, load: float = LOAD) -> int:
    """Lines for this many entries, in whole pages."""
    pages = max(1, -(-int(entries / load) // (SLOTS * PAGE_LINES)))
    return pages * PAGE_LINES


def line_numbers(hashes: Numbers, lines: int) -> Numbers:
    """The high half of hash x lines, for fewer than 2^32 lines: 128-bit products from 64-bit ones."""
    factor = np.uint64(lines)
    half = np.uint64(32)
    low = hashes & np.uint64(0xFFFFFFFF)
    return ((hashes >> half) * factor + ((low * factor) >> half)) >> half


def turned(hashes: Numbers) -> Numbers:
    """The hashes by which spilled entries are placed: the halves change places."""
    return (hashes << np.uint64(32)) | (hashes >> np.uint64(32))


def placed(hashes: Numbers, values: Numbers, lines: Numbers, slots: Numbers) -> Numbers:
    """`place`, compiled where that is possible."""
    if (twin := builder_twin()) is None:
        return place(hashes, values, lines, slots)
    spilled: Numbers | None = twin.place(hashes, values, lines, slots)
    if spilled is None:
        raise SameFingerprintError
    return spilled


def place(hashes: Numbers, values: Numbers, lines: Numbers, slots: Numbers) -> Numbers:
    """Write entries into `slots`; `lines` are home lines within them. Returns the positions of those that were spilled."""
    spilled = []
    for position, (hashed, value, line) in enumerate(zip(hashes.tolist(), values.tolist(), lines.tolist(), strict=True)):
        if not _placed(hashed, value, line, slots):
            spilled.append(position)
    return np.array(spilled, dtype=np.uint64)


def _placed(hashed: int, value: int, line: int, slots: Numbers) -> bool:
    fingerprint = hashed & 0xFF_FFFF_FFFF
    for step in range(PAGE_LINES):
        start = SLOTS * line_on_the_way(line, hashed, step)
        for slot in range(start, start + SLOTS):
            held = int(slots[slot])
            if not held & USED:
                # No overflow bit can be lost here: only full lines are passed.
                slots[slot] = fingerprint << FINGERPRINT_SHIFT | value
                return True
            if held >> FINGERPRINT_SHIFT == fingerprint:
                raise SameFingerprintError
        slots[start + (hashed & 7)] |= OVERFLOW
    return False
