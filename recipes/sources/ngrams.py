"""N-grams of up to three words as columns of numbers, so that millions of them are merged in seconds.

A word is its place in the vocabulary; an n-gram is one 64-bit key, 21 bits per word. Keys of n-grams with equally many words
sort as the n-grams do, word by word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    Ids = NDArray[np.int64]
    Floats = NDArray[np.float64]

WORD_BITS = 21
LONGEST = 3

_WORD = (1 << WORD_BITS) - 1


class Counted(NamedTuple):
    """N-grams of one length: sorted keys, each once, and their counts."""

    keys: Ids
    counts: Floats

    def at(self, keys: Ids) -> Floats:
        """The counts of these n-grams; 0 where one is not known."""
        if not len(self.keys):
            return np.zeros(len(keys))
        place = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[place] == keys, self.counts[place], 0.0)

    def kept(self, which: NDArray[np.bool_]) -> Counted:
        return Counted(self.keys[which], self.counts[which])


def key_of(columns: Ids) -> Ids:
    """Keys of n-grams given as rows of word numbers."""
    keys = np.zeros(len(columns), np.int64)
    for column in columns.T:
        keys = keys << WORD_BITS | column
    return keys


def words_of(keys: Ids, size: int) -> Ids:
    """Rows of word numbers, from keys of `size` words."""
    return np.stack([(keys >> WORD_BITS * place) & _WORD for place in range(size - 1, -1, -1)], axis=1)


def summed(keys: Ids, counts: Floats) -> Counted:
    """Each n-gram once, its counts added up."""
    distinct, where = np.unique(keys, return_inverse=True)
    return Counted(distinct, np.bincount(where, weights=counts, minlength=len(distinct)).astype(np.float64))


def larger(one: Counted, other: Counted) -> Counted:
    """All n-grams of both, each with the larger of its two counts."""
    keys = np.union1d(one.keys, other.keys)
    return Counted(keys, np.maximum(one.at(keys), other.at(keys)))


def collected(counts: Mapping[tuple[str, ...], float], number: Mapping[str, int]) -> dict[int, Counted]:
    """Counts by words, as columns for each length up to three; longer ones are left out."""
    rows: dict[int, list[tuple[int, ...]]] = {size: [] for size in range(1, LONGEST + 1)}
    values: dict[int, list[float]] = {size: [] for size in range(1, LONGEST + 1)}
    for words, count in counts.items():
        if len(words) <= LONGEST:
            rows[len(words)].append(tuple(number[word] for word in words))
            values[len(words)].append(count)
    return {size: summed(key_of(ids_of(rows[size], size)), np.array(values[size])) for size in rows}


def ids_of(rows: Sequence[tuple[int, ...]], size: int) -> Ids:
    return np.array(rows, np.int64).reshape(-1, size)


def numbered(words: Iterable[str]) -> dict[str, int]:
    """Each word's place in the sorted vocabulary."""
    ordered = sorted(set(words))
    if len(ordered) > _WORD:
        raise ValueError(f"{len(ordered)} words do not fit {WORD_BITS} bits")
    return {word: place for place, word in enumerate(ordered)}
