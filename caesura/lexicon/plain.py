"""Look-up in the mapped file in plain Python: the exact reference, and what runs where nothing could be compiled.

A line is 64 bytes, so its eight fingerprints are searched at once with `bytes.find`; no loop over slots is needed.
"""

from __future__ import annotations

import mmap
from collections.abc import Sequence
from functools import lru_cache

from caesura.lexicon.hashing import LEFT, MASK, RIGHT, encoded, extended, word_hash
from caesura.lexicon.layout import LARGE, LINE, PAGE_LINES, VALUE, Header, line_on_the_way
from caesura.lexicon.like import Found
from caesura.shapes import bare, fold

_UNKNOWN = (0, False)


class PlainTable:
    """Answers from a map whose sizes were checked against its header."""

    def __init__(self, mapped: mmap.mmap, header: Header) -> None:
        self._mapped = mapped
        self._header = header
        self._lines_start = header.lines_start
        self._spill_start = header.lines_start + LINE * header.home_lines
        self._large_start = header.header_bytes
        self._longest = header.longest
        self._home_lines = header.home_lines
        self._hashes = lru_cache(maxsize=65536)(self._hash_typed)

    def lookup(self, words: Sequence[str]) -> tuple[int, bool]:
        """Count and title by the rule of `LexiconLike`."""
        if isinstance(words, str):
            words = words.split()
        if not 0 < len(words) <= self._longest:
            return 0, False
        hashes = self._hashes
        folded, stripped = hashes(words[0])
        for word in words[1:]:
            # `extended`, written out: this loop runs for every n-gram of every query.
            one, other = hashes(word)
            product = (folded ^ LEFT) * (one ^ RIGHT)
            if folded == stripped and one == other:
                folded = stripped = (product ^ product >> 64) & MASK
            else:
                folded, stripped = (product ^ product >> 64) & MASK, extended(stripped, other)
        found = self.probe(folded)
        if found is None and stripped != folded:
            found = self.probe(stripped)
        return found or (0, False)

    def lookup_spans(self, words: Sequence[str]) -> list[list[Found]]:
        """As `LexiconLike.lookup_spans`; each word is hashed once, and each run grows from the one before it."""
        hashes = [self._hashes(word) for word in words]
        size, longest, probe = len(hashes), self._longest, self.probe
        rows: list[list[Found]] = []
        for start in range(size - 1):
            folded, stripped = hashes[start]
            row: list[Found] = []
            for end in range(start + 1, min(size, start + longest)):
                one, other = hashes[end]
                if folded == stripped and one == other:
                    product = (folded ^ LEFT) * (one ^ RIGHT)
                    folded = stripped = (product ^ product >> 64) & MASK
                    found = probe(folded)
                else:
                    folded, stripped = extended(folded, one), extended(stripped, other)
                    found = probe(folded) or (probe(stripped) if stripped != folded else None)
                row.append(found or _UNKNOWN)
            rows.append(row)
        return rows

    def _hash_typed(self, word: str) -> tuple[int, int]:
        """Hashes of a typed word, folded and bare; kept, since a few thousand frequent words make up most of any log."""
        folded = fold(word)
        hashed = word_hash(encoded(folded), self._header.seed)
        if folded[:1].isalnum() and folded[-1].isalnum():
            return hashed, hashed
        stripped = bare(folded)
        return hashed, hashed if stripped == folded else word_hash(encoded(stripped), self._header.seed)

    def probe(self, hashed: int) -> tuple[int, bool] | None:
        """What the table holds under a hash; None where there is no entry."""
        # Nine look-ups of ten end in the first line: with its only match, or with none and nothing moved on.
        at = self._lines_start + ((hashed * self._home_lines >> 64) << 6)
        slots = self._mapped[at : at + LINE]
        place = slots.find((hashed & 0xFF_FFFF_FFFF).to_bytes(5, "little"), 3)
        if place < 0:
            if slots[((hashed & 7) << 3) + 2] < 0x80:
                return None
        elif place & 7 == 3:
            low = slots[place - 3] | slots[place - 2] << 8 | slots[place - 1] << 16
            if low & 0x7FFFFF and low & VALUE < LARGE:
                return low & VALUE, low >> 22 & 1 == 1
        return self._probe_on(hashed)

    def _probe_on(self, hashed: int) -> tuple[int, bool] | None:
        """As `probe`, whatever it takes."""
        slot, passed = self._walk(self._lines_start, hashed * self._home_lines >> 64, hashed)
        if passed and self._header.spill_lines:
            turned = ((hashed << 32) | (hashed >> 32)) & MASK
            slot, _ = self._walk(self._spill_start, (turned * self._header.spill_lines) >> 64, turned)
        if slot is None:
            return None
        value = slot & VALUE
        if value < LARGE:
            return value, bool(slot >> 22 & 1)
        value -= LARGE
        # Only an altered file has an index past the end; it must not be followed.
        at = self._large_start + 8 * value
        count = int.from_bytes(self._mapped[at : at + 8], "little") if value < self._header.large_counts else 0
        return count, bool(slot >> 22 & 1)

    def _walk(self, start: int, line: int, hashed: int) -> tuple[int | None, bool]:
        """The slot's low 24 bits, or None; and whether the entry may have been moved out of the page."""
        fingerprint = (hashed & 0xFF_FFFF_FFFF).to_bytes(5, "little")
        overflow = ((hashed & 7) << 3) + 2
        at = start + LINE * line
        slots = self._mapped[at : at + LINE]
        step = 0
        while True:
            place = slots.find(fingerprint, 3)
            while place >= 0:
                # A fingerprint sits in the upper five bytes of a slot, and a used slot has a count or is a title.
                if place & 7 == 3:
                    low = int.from_bytes(slots[place - 3 : place], "little")
                    if low & 0x7FFFFF:
                        return low, False
                place = slots.find(fingerprint, place + 1)
            if slots[overflow] < 0x80:
                return None, False
            step += 1
            if step == PAGE_LINES:
                return None, True
            at = start + LINE * line_on_the_way(line, hashed, step)
            slots = self._mapped[at : at + LINE]
