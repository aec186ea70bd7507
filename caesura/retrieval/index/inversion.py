"""From documents as rows of terms to terms with their documents and positions: the plain path, in numpy.

`_inversion.pyx` does the same without sorting; both write the same bytes.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caesura.foundation import compiled_twin
from caesura.retrieval.index.arrays import mapped_array, narrow


def invert(folder: Path, terms: int) -> int:
    """Write postings and positions from `tokens` and `lengths`, and narrow what can be; returns the number of postings."""
    tokens = mapped_array(folder / "tokens", np.uint32)
    lengths = mapped_array(folder / "lengths", np.uint32)
    way = plain_invert if compiled_twin("caesura.retrieval._inversion") is None else compiled_invert
    postings = way(folder, tokens, lengths, terms)
    for name in ("tokens", "frequencies", "positions"):
        narrow(folder / name)
    return postings


def plain_invert(folder: Path, tokens: NDArray[Any], lengths: NDArray[Any], terms: int) -> int:
    """By a stable sort: within a term the occurrences stay in the order of the text."""
    order = np.argsort(tokens, kind="stable")
    documents = np.repeat(np.arange(len(lengths)), lengths)[order]
    starts = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    sorted_tokens = tokens[order]
    new_posting = np.ones(len(order), bool)
    new_posting[1:] = (sorted_tokens[1:] != sorted_tokens[:-1]) | (documents[1:] != documents[:-1])
    firsts = np.flatnonzero(new_posting)
    postings = np.zeros(terms + 1, np.int64)
    np.cumsum(np.bincount(sorted_tokens[firsts], minlength=terms), out=postings[1:])
    postings.astype("<u8").tofile(folder / "postings")
    occurrences = np.concatenate([[0], np.cumsum(np.bincount(sorted_tokens, minlength=terms))])
    occurrences.astype("<u8").tofile(folder / "occurrences")
    documents[firsts].astype("<u4").tofile(folder / "documents")
    np.diff(np.append(firsts, len(order))).astype("<u4").tofile(folder / "frequencies")
    (order - starts[documents]).astype("<u4").tofile(folder / "positions")
    return len(firsts)


def compiled_invert(folder: Path, tokens: NDArray[Any], lengths: NDArray[Any], terms: int) -> int:
    """By counting: two passes over the tokens, and memory for a few numbers per term."""
    from caesura.retrieval._inversion import count, place

    occurrences = np.zeros(terms + 1, np.uint64)
    postings = np.zeros(terms + 1, np.uint64)
    count(tokens, lengths, occurrences[1:], postings[1:])
    np.cumsum(occurrences, out=occurrences)
    np.cumsum(postings, out=postings)
    number = int(postings[-1])
    postings.astype("<u8", copy=False).tofile(folder / "postings")
    occurrences.astype("<u8", copy=False).tofile(folder / "occurrences")
    places = {
        name: _new_array(folder / name, size)
        for name, size in (("documents", number), ("frequencies", number), ("positions", len(tokens)))
    }
    place(tokens, lengths, occurrences, postings, *places.values())
    for array in places.values():
        if isinstance(array, np.memmap):
            array.flush()
    return number


def _new_array(path: Path, size: int) -> NDArray[np.uint32]:
    if size == 0:  # cannot be mapped
        path.touch()
        return np.empty(0, np.uint32)
    array = np.memmap(path, "<u4", "w+", shape=(size,))
    if hasattr(os, "posix_fallocate"):
        # Room is taken now, where a full disk is an error; when mapped pages are written it would be the end of the process.
        with path.open("r+b") as raw:
            os.posix_fallocate(raw.fileno(), 0, array.nbytes)
    return array
