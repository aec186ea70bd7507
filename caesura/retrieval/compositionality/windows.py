"""The windows around a term of an index, as compositionality needs them: which neighbour stands beside which occurrence."""

from __future__ import annotations

import numpy as np

from caesura.retrieval.compositionality.contexts import WIDTH, Contexts
from caesura.retrieval.index.index import Index

_NOTHING = Contexts(np.empty(0, np.int64), np.empty(0, np.int64), 0)


def contexts_in(index: Index, term: str, width: int = WIDTH) -> Contexts:
    """The neighbours of every occurrence of a term, at most `width` places away in the same document.

    `Index.contexts` gives the sums of these; here each window stays apart.
    """
    word = index._occurrences(term)
    if word is None:
        return _NOTHING
    lengths = index.lengths.astype(np.int64)
    ends = np.cumsum(lengths)
    held = np.repeat(word.documents, word.frequencies)
    first = int(word.firsts[0])
    places = (ends - lengths)[held] + index._positions[first : first + len(held)]
    numbers = np.arange(len(held))
    windows, terms = [], []
    for offset in (*range(-width, 0), *range(1, width + 1)):
        near = places + offset
        inside = (near >= (ends - lengths)[held]) & (near < ends[held])
        windows.append(numbers[inside])
        terms.append(index._tokens[near[inside]].astype(np.int64))
    return Contexts(np.concatenate(windows), np.concatenate(terms), len(held))
