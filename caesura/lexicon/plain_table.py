"""Look-up in the mapped file in plain Python: the exact reference, and what runs where nothing could be compiled.

A line is 64 bytes, so its eight fingerprints are searched at once with `bytes.find`; no loop over slots is needed.
"""

from __future__ import annotations

import mmap
from collections.abc import Sequence
from functools import lru_cache

from caesura.lexicon.hashing import LEFT, MASK, RIGHT, encoded, ngram_hash, word_hash
from caesura.lexicon.layout import LARGE, LINE, PAGE_LINES, VALUE, LexiconHeader, line_on_the_way
from caesura.lexicon.protocol import NgramEntry, spans_one_by_one
from caesura.shapes import fold, lookup_forms

_UNKNOWN = (0, False)


class PlainTable:
    """Answers from a map whose sizes were checked against its header."""

    def __init__(self, mapped: mmap.mmap, header: LexiconHeader) -> None:
        self._mapped = mapped
        self._header = header
        self._lines_start = header.lines_start
        self._spill_start = header.lines_start + LINE * header.home_lines
        self._large_start = header.header_bytes
        self._longest = header.longest
        self._home_lines = header.home_lines
        self._hashes = lru_cache(maxsize=65536)(self._hash_typed)

    def lookup(self, words: Sequence[str], *, as_typed: bool = False) -> tuple[int, bool]:
        """Count and title by the rule of `LexiconLike`."""
        if isinstance(words, str):
            words = words.split()
        if not 0 < len(words) <= self._longest:
            return 0, False
        forms = [self._hashes(word) for word in words]
        ngram = forms[0][0]
        for each in forms[1:]:
            # `extended`, written out: this loop runs for every n-gram of every query.
            product = (ngram ^ LEFT) * (each[0] ^ RIGHT)
            ngram = (product ^ product >> 64) & MASK
        if as_typed or all(len(each) == 1 for each in forms):
            return self.probe(ngram) or _UNKNOWN
        others = (ngram_hash(each[form if len(each) > 1 else 0] for each in forms) for form in (1, 2))
        known = [entry for entry in map(self.probe, {ngram, *others}) if entry is not None]
        return max((count for count, _ in known), default=0), any(title for _, title in known)

    def lookup_spans(self, words: Sequence[str], *, as_typed: bool = False) -> list[list[NgramEntry]]:
        """As `LexiconLike.lookup_spans`; each word is hashed once, and each run grows from the one before it."""
        hashes = [self._hashes(word) for word in words]
        size, longest, probe = len(hashes), self._longest, self.probe
        if not as_typed and any(len(forms) > 1 for forms in hashes):
            return spans_one_by_one(self.lookup, words, longest)
        rows: list[list[NgramEntry]] = []
        for start in range(size - 1):
            ngram = hashes[start][0]
            row: list[NgramEntry] = []
            for end in range(start + 1, min(size, start + longest)):
                product = (ngram ^ LEFT) * (hashes[end][0] ^ RIGHT)
                ngram = (product ^ product >> 64) & MASK
                row.append(probe(ngram) or _UNKNOWN)
            rows.append(row)
        return rows

    def _hash_typed(self, word: str) -> tuple[int, ...]:
        """Hashes of a typed word: folded, without separators, bare; or the first alone where they are all the same. They are kept,
        since a few thousand frequent words make up most of any log."""
        forms = lookup_forms(fold(word))
        hashes = tuple(word_hash(encoded(form), self._header.seed) for form in forms)
        return hashes[:1] if forms[0] == forms[1] == forms[2] else hashes

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
