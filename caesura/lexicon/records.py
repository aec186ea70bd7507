"""Lines of text turned into records: what a lexicon is counted from.

A record is an n-gram's hash under two seeds (128 bits: two n-grams are never taken for one while counting), its count, its
number of words, and whether it is a title. Words themselves are not kept: a kept run of a query log does not hold the queries.

The three functions that hash lines have compiled twins in `_build.pyx`; the Python here is the reference and the fallback.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from caesura.lexicon.hashing import MASK, extended, ngram_hash, word_hash
from caesura.lexicon.lexicon import builder_twin

Numbers = NDArray[np.uint64]
Small = NDArray[np.uint8]

#: Set in a record's kind beside its number of words.
TITLE_KIND = 0x80


class Records(NamedTuple):
    """Columns of equal length."""

    first: Numbers
    second: Numbers
    counts: Numbers
    kinds: Small

    def picked(self, which: NDArray[np.bool_] | slice) -> Records:
        return Records(self.first[which], self.second[which], self.counts[which], self.kinds[which])

    @classmethod
    def joined(cls, parts: list[Records]) -> Records:
        return cls(*(np.concatenate(columns) for columns in zip(*parts, strict=True))) if parts else cls.none()

    @classmethod
    def none(cls) -> Records:
        wide = np.empty(0, np.uint64)
        return cls(wide, wide, wide, np.empty(0, np.uint8))


def second_seed(seed: int) -> int:
    """The seed of the second hash: the first with every bit turned over."""
    return seed ^ MASK


def hash_ngrams(block: bytes, seed: int) -> tuple[Numbers, Numbers, Small]:
    """One n-gram a line, folded: both hashes and the number of words (255 for more) of each line; a line without words has 0."""
    other = second_seed(seed)
    if (twin := builder_twin()) is not None:
        hashed: tuple[Numbers, Numbers, Small] = twin.hash_ngrams(block, seed, other)
        return hashed
    rows = []
    for line in lines_of(block):
        words = words_of(line)
        one = ngram_hash(word_hash(word, seed) for word in words) if words else 0
        rows.append((one, ngram_hash(word_hash(word, other) for word in words) if words else 0, min(len(words), 255)))
    first, second, sizes = zip(*rows, strict=True) if rows else ((), (), ())
    return np.array(first, np.uint64), np.array(second, np.uint64), np.array(sizes, np.uint8)


def hash_counted(block: bytes, seed: int) -> tuple[Numbers, Numbers, Small, Numbers] | None:
    """`ngram<TAB>count` a line, folded: hashes, number of words, count. None where a line is anything else or unusually long."""
    if (twin := builder_twin()) is not None:
        hashed: tuple[Numbers, Numbers, Small, Numbers] | None = twin.hash_counted(block, seed, second_seed(seed))
        return hashed
    ngrams, counts = [], []
    for line in lines_of(block):
        ngram, tab, number = line.removesuffix(b"\r").partition(b"\t")
        if not tab or not number.isdigit() or len(number) > 19 or not words_of(ngram):
            return None
        ngrams.append(ngram)
        counts.append(int(number))
    return *hash_ngrams(b"\n".join(ngrams), seed), np.array(counts, np.uint64)


def hash_text(block: bytes, longest: int, strip: bool, seed: int) -> tuple[Numbers, Numbers, Small]:
    """Every n-gram of 1 to `longest` words inside each line of folded text. `strip` takes punctuation off each word's edges."""
    other = second_seed(seed)
    if (twin := builder_twin()) is not None:
        hashed: tuple[Numbers, Numbers, Small] = twin.hash_text(block, longest, strip, seed, other)
        return hashed
    first: list[int] = []
    second: list[int] = []
    sizes: list[int] = []
    for line in lines_of(block):
        words = [_stripped(word) for word in words_of(line)] if strip else words_of(line)
        for hashes, used in ((first, seed), (second, other)):
            before: list[int] = []
            for word in words:
                here = word_hash(word, used)
                before = [here, *(extended(shorter, here) for shorter in before[: longest - 1])]
                hashes += before
        for end in range(1, len(words) + 1):
            sizes += range(1, min(end, longest) + 1)
    return np.array(first, np.uint64), np.array(second, np.uint64), np.array(sizes, np.uint8)


# What str.split() takes for a space, below 128; bytes.split() knows fewer.
_WORD = re.compile(rb"[^\t-\r\x1c-\x1f ]+")


def words_of(line: bytes) -> list[bytes]:
    """The words of folded text, whose only spaces are ASCII."""
    return _WORD.findall(line)


_PUNCTUATION = bytes(c for c in range(128) if not chr(c).isalnum())


def _stripped(word: bytes) -> bytes:
    return word.strip(_PUNCTUATION) or word


def lines_of(block: bytes) -> list[bytes]:
    """The lines of a block; the last needs no line feed."""
    lines = block.split(b"\n")
    return lines[:-1] if not lines[-1] else lines
