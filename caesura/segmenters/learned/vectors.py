"""What a word is like: a few small numbers for each of the most frequent English words, found by the word's hash.

The numbers are published word vectors in the few directions that tell breaks, scaled to one deviation each and rounded to a byte;
the directions were learned from query logs without annotations (`recipes/vector_directions.py`). The table holds 32-bit hashes
instead of words, sorted, and with each the logarithm of the word's rank by frequency. A word that is not there has all zeros; about
one unknown word in twenty-four thousand is taken for a known one.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from caesura.foundation import ArtifactKind
from caesura.lexicon import SEED, word_hash
from caesura.shapes import fold, lookup_forms

VECTORS = ArtifactKind("vectors", 2, cure="build it again: python -m recipes.word_vectors LOG", unchecked=1)

#: Numbers per word.
DIMENSIONS = 54

#: Steps per standard deviation.
STEPS = 32

#: Steps per unit of the natural logarithm of the rank; an unknown word counts as rarer than all.
RANK_STEPS = 16
UNKNOWN_RANK = 255


class WordVector(NamedTuple):
    """A word's numbers, the (scaled) logarithm of its rank, and whether it is in the table at all."""

    numbers: tuple[int, ...]
    rank: int
    known: bool


_UNKNOWN = WordVector((0,) * DIMENSIONS, UNKNOWN_RANK, False)


class WordVectors:
    """`vectors.of("york")` gives the word's numbers."""

    def __init__(self, card: dict[str, Any], hashes: bytes, ranks: bytes, numbers: bytes) -> None:
        self.card = card
        self.ranks = ranks
        self.numbers = numbers
        self.hashes = array("I", hashes)
        if sys.byteorder == "big":
            self.hashes.byteswap()

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
    """The table as one file: hashes (little-endian), ranks and numbers behind its head."""
    return VECTORS.pack({**card, "words": len(ranks), "dimensions": DIMENSIONS}, hashes + ranks + numbers)


def unpacked(raw: bytes, source: str) -> WordVectors:
    card, body = VECTORS.unpack(raw, source)
    words = card.get("words")
    if not isinstance(words, int) or len(body) != words * (5 + DIMENSIONS):
        raise VECTORS.damaged(source)
    return WordVectors(card, body[: 4 * words], body[4 * words : 5 * words], body[5 * words :])


@cache
def default_vectors() -> WordVectors:
    """The table that comes with Caesura, read once."""
    return unpacked((files("caesura.segmenters.learned") / "english.vectors").read_bytes(), "english.vectors")
