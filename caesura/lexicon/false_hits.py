"""How likely a false hit is, calculated from the table at hand.

An unknown n-gram is taken for a known one if a used slot of the lines it visits happens to hold its 40-bit fingerprint. So
the probability of one look-up is the mean number of used slots visited, over 2^40. The mean is taken over hashes spread
evenly over the table.
"""

from __future__ import annotations

import mmap
import struct

from caesura.lexicon.hashing import MASK
from caesura.lexicon.layout import LINE, OVERFLOW, PAGE_LINES, USED, LexiconHeader, line_on_the_way

_SAMPLES = 4096
# Steps of the golden ratio fall evenly, whatever the number of samples.
_STEP = 0x9E3779B97F4A7C15


def false_hit_probability(mapped: mmap.mmap, header: LexiconHeader) -> float:
    """The chance that one look-up of an unknown n-gram finds something."""
    return sum(_visited(mapped, header, sample * _STEP & MASK) for sample in range(1, _SAMPLES + 1)) / _SAMPLES / 2**40


def _visited(mapped: mmap.mmap, header: LexiconHeader, hashed: int) -> int:
    """Used slots that a look-up of an unknown hash compares with its fingerprint (home lines; spills are too rare to matter)."""
    line = (hashed * header.home_lines) >> 64
    used = 0
    for step in range(PAGE_LINES):
        at = header.lines_start + LINE * line_on_the_way(line, hashed, step)
        slots = struct.unpack("<8Q", mapped[at : at + LINE])
        used += sum(1 for slot in slots if slot & USED)
        if not slots[hashed & 7] & OVERFLOW:
            break
    return used
