"""The hash of words and n-grams, exactly as the file format fixes it (hash id 1).

All arithmetic is on unsigned 64-bit numbers. The one building block is the folded product: multiply two numbers to 128 bits
and XOR the halves. A word is hashed over its UTF-8 bytes, eight at a time as a little-endian number, the last piece padded
with zero bytes, so that a kernel can hash while it scans; the number of bytes goes in at the end, so that padding cannot be
mistaken for text. An n-gram's hash grows from its words' hashes, one product per word. The compiled twin is `_table.pxd`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

HASH_ID = 1

#: Where hashing starts unless a lexicon says otherwise.
SEED = 0x9E3779B97F4A7C15

MASK = 2**64 - 1

# Odd, without pattern: digits of pi in hex, last bit set.
PIECE = 0x243F6A8885A308D3
LENGTH = 0x13198A2E03707345
LEFT = 0xA4093822299F31D1
RIGHT = 0x082EFA98EC4E6C89


def folded_product(one: int, other: int) -> int:
    product = one * other
    return (product ^ (product >> 64)) & MASK


def word_hash(folded: bytes, seed: int = SEED) -> int:
    """The hash of a folded word's UTF-8 bytes."""
    state = seed
    for start in range(0, len(folded), 8):
        state = folded_product(state ^ int.from_bytes(folded[start : start + 8], "little"), PIECE)
    return folded_product(state ^ len(folded), LENGTH)


def extended(ngram: int, word: int) -> int:
    """The hash of an n-gram with one more word at its right; a single word's n-gram hash is its word hash."""
    return folded_product(ngram ^ LEFT, word ^ RIGHT)


def ngram_hash(word_hashes: Iterable[int]) -> int:
    """The n-gram's hash, folded from the left."""
    hashes = iter(word_hashes)
    state = next(hashes)
    for word in hashes:
        state = extended(state, word)
    return state


def hash_words(folded: Sequence[str], seed: int = SEED) -> int:
    """The hash of an n-gram given as folded words."""
    return ngram_hash(word_hash(encoded(word), seed) for word in folded)


def encoded(word: str) -> bytes:
    """A word's bytes. A lone surrogate, which no UTF-8 file can hold but a Python string can, must not stop a look-up."""
    return word.encode("utf-8", "surrogatepass")
