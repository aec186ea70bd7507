"""What a word is like: a few small numbers for each of the most frequent English words, found by the word's hash.

The numbers are published word vectors in the few directions that tell breaks, scaled to one deviation each and rounded to a byte;
the directions were learned from query logs without annotations (`recipes/vector_directions.py`). The table holds 32-bit hashes
instead of words, sorted, and with each the logarithm of the word's rank by frequency. A word that is not there has all zeros; about
one unknown word in thirty-three thousand is taken for a known one.

A file keeps only every few steps of a number, gaps between hashes, and all of it deflated: less than half the room, read in 50 ms.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import accumulate
from operator import sub
from typing import Any, NamedTuple

from caesura.foundation import ArtifactKind, byte_planes, deflated, from_byte_planes, inflated
from caesura.lexicon import SEED, word_hash
from caesura.shapes import fold, lookup_forms

VECTORS = ArtifactKind("vectors", 3, cure="build it again: python -m recipes.word_vectors LOG", unchecked=1, older=(2,))

#: Numbers per word.
DIMENSIONS = 54

#: Steps per standard deviation, and how many of them apart the numbers of a file lie.
STEPS = 32
APART = 8

#: Steps per unit of the natural logarithm of the rank; an unknown word counts as rarer than all.
RANK_STEPS = 16
UNKNOWN_RANK = 255


class WordVector(NamedTuple):
    """A word's numbers, the (scaled) logarithm of its rank, and whether it is in the table at all."""

    numbers: tuple[int, ...]
    rank: int
    known: bool


_HASH_BYTES = 4
#: What each byte is as a signed number.
_SIGNED = (*range(128), *range(-128, 0))
_UNKNOWN = WordVector((0,) * DIMENSIONS, UNKNOWN_RANK, False)


@dataclass(frozen=True)
class WordVectors:
    """`vectors.of("york")` gives the word's numbers."""

    card: dict[str, Any]
    hashes: array[int]
    ranks: bytes
    numbers: bytes

    def of(self, word: str) -> WordVector:
        """What is known about the word as typed, or else about the bare word."""
        folded = fold(word)
        vector = self._entry(folded)
        stripped = lookup_forms(folded)[-1]
        return vector if vector.known or stripped == folded else self._entry(stripped)

    def _entry(self, folded: str) -> WordVector:
        wanted = short_hash(folded)
        at = bisect_left(self.hashes, wanted)
        if at == len(self.hashes) or self.hashes[at] != wanted:
            return _UNKNOWN
        numbers = self.numbers[at * DIMENSIONS : (at + 1) * DIMENSIONS]
        return WordVector(tuple(array("b", numbers)), self.ranks[at], True)


def short_hash(word: str) -> int:
    """The high half of the folded word's hash."""
    return word_hash(fold(word).encode("utf-8", "surrogatepass"), SEED) >> 32


def packed(card: dict[str, Any], hashes: bytes, ranks: bytes, numbers: bytes) -> bytes:
    """The table as one file: hashes (little-endian, sorted), ranks and numbers behind its head. Numbers are rounded to what a file
    keeps."""
    sorted_hashes = _little_endian(hashes)
    gaps = array("I", map(sub, sorted_hashes, (0, *sorted_hashes)))
    if sys.byteorder == "big":
        gaps.byteswap()
    planes = byte_planes(gaps.tobytes(), _HASH_BYTES)
    head = {**card, "words": len(ranks), "dimensions": DIMENSIONS, "apart": APART}
    return VECTORS.pack(head, deflated(planes + ranks + numbers.translate(_rounded(APART))))


def unpacked(raw: bytes, source: str) -> WordVectors:
    card, body = VECTORS.unpack(raw, source)
    words, apart = card.get("words"), card.get("apart")
    try:
        if not isinstance(words, int) or words < 0:
            raise ValueError("no size")
        whole = words * (_HASH_BYTES + 1 + DIMENSIONS)
        if apart is not None:
            if not 0 < apart < 128:
                raise ValueError("impossible steps")
            body = inflated(body, whole)
        if len(body) != whole:
            raise ValueError("another size")
        hashes, ranks, numbers = body[: 4 * words], body[4 * words : 5 * words], body[5 * words :]
        if apart is None:  # an older file, which keeps hashes and every step of the numbers as they are
            return WordVectors(card, _little_endian(hashes), ranks, numbers)
        return WordVectors(card, _from_gaps(hashes), ranks, numbers.translate(_spread(apart)))
    except (ValueError, TypeError, OverflowError) as error:
        raise VECTORS.damaged(source) from error


def _from_gaps(planes: bytes) -> array[int]:
    return array("I", accumulate(_little_endian(from_byte_planes(planes, _HASH_BYTES))))


def _little_endian(raw: bytes) -> array[int]:
    numbers = array("I", raw)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _rounded(apart: int) -> bytes:
    """For each number as a byte what a file keeps of it; the largest multiple that is still a byte is the last."""
    largest = 127 // apart
    return bytes(max(-largest, min(largest, round(number / apart))) & 0xFF for number in _SIGNED)


def _spread(apart: int) -> bytes:
    """For each byte of a file the number."""
    return bytes(number * apart & 0xFF for number in _SIGNED)


@cache
def default_vectors() -> WordVectors:
    """The table that comes with Caesura, read once."""
    return unpacked((files("caesura.segmenters.learned") / "english.vectors").read_bytes(), "english.vectors")
