"""The shipped content written as a table: every n-gram hashed with numpy, from the hashes of its words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from caesura.lexicon.default.packing import Content, counts_of
from caesura.lexicon.hashing import LEFT, RIGHT, SEED
from caesura.lexicon.records import TITLE_KIND, Records, hash_ngrams
from caesura.lexicon.write import write_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from caesura.foundation import PathLike

    Numbers = NDArray[np.uint64]

_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_PIECE = 1 << 16


def write_content(content: Content, path: PathLike) -> None:
    """Write the lexicon file; it is there when it is whole."""
    words, _, _ = hash_ngrams("\n".join(content.words).encode(), SEED)
    pairs = extended_hashes(words[content.pairs.parents], words[content.pairs.last])
    triples = extended_hashes(pairs[content.triples.parents], words[content.triples.last])
    titles, _, title_sizes = hash_ngrams("\n".join(content.long_titles).encode(), SEED)
    kinds = np.concatenate(
        [
            np.ones(len(words), np.uint8),
            np.uint8(2) | content.pairs.titles * np.uint8(TITLE_KIND),
            np.uint8(3) | content.triples.titles * np.uint8(TITLE_KIND),
            title_sizes | np.uint8(TITLE_KIND),
        ]
    )
    codes = np.concatenate([content.codes, content.pairs.codes, content.triples.codes, content.long_codes])
    hashes = np.concatenate([words, pairs, triples, titles])
    # What only leads to longer n-grams, without a count or a title of its own, is not an entry.
    entries = np.flatnonzero((codes > 0) | (kinds >= TITLE_KIND))
    order = entries[ascending(hashes[entries])]
    hashes, counts, kinds = hashes[order], counts_of(codes[order]), kinds[order]

    def blocks() -> Iterator[Records]:
        for piece in _pieces(len(hashes)):
            # The second hash guards counting against mix-ups; here each n-gram comes once, and nothing reads it.
            yield Records(hashes[piece], hashes[piece], counts[piece], kinds[piece])

    write_table(path, blocks, seed=SEED, sources=content.facts["sources"], total=content.facts["total"])


def ascending(hashes: Numbers) -> NDArray[np.intp]:
    """As `argsort`, in half the time: high bits are sorted together with places, then the few that share them are put in order."""
    bits = np.uint64(max(1, len(hashes)).bit_length())
    places = np.arange(len(hashes), dtype=np.uint64)
    order = np.sort(hashes >> bits << bits | places) & ((np.uint64(1) << bits) - np.uint64(1))
    return order[np.argsort(hashes[order], kind="stable")].astype(np.intp, copy=False)


def extended_hashes(ngrams: Numbers, words: Numbers) -> Numbers:
    """`hashing.extended` on columns: the 128-bit product from products of halves."""
    extended = np.empty(len(ngrams), np.uint64)
    for piece in _pieces(len(ngrams)):
        one, other = ngrams[piece] ^ np.uint64(LEFT), words[piece] ^ np.uint64(RIGHT)
        one_high, one_low, other_high, other_low = one >> _HALF, one & _LOW, other >> _HALF, other & _LOW
        across = one_high * other_low
        middle = one_low * other_high + (one_low * other_low >> _HALF) + (across & _LOW)
        extended[piece] = (one * other) ^ (one_high * other_high + (across >> _HALF) + (middle >> _HALF))
    return extended


def _pieces(rows: int) -> Iterator[slice]:
    """Slices small enough that what is calculated with them stays near the processor."""
    return (slice(start, start + _PIECE) for start in range(0, rows, _PIECE))
