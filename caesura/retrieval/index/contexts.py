"""What stands around the occurrences of a term."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caesura.retrieval.index.postings import Occurrences


@dataclass(frozen=True, eq=False)
class Neighbours:
    """Beside occurrence number `occurrences[i]` of the term stands the term number `terms[i]`; `count` occurrences in all."""

    occurrences: NDArray[np.int64]
    terms: NDArray[np.int64]
    count: int


def neighbours_of(word: Occurrences | None, tokens: NDArray[Any], lengths: NDArray[Any], width: int) -> Neighbours:
    """All terms at most `width` places from an occurrence, in the same document; the occurrence itself is not among them."""
    nothing = np.empty(0, np.int64)
    if word is None:
        return Neighbours(nothing, nothing, 0)
    if int(word.frequencies.sum(dtype=np.uint64)) != len(word.positions):
        raise ValueError("positions that are not there")
    ends = np.cumsum(lengths.astype(np.int64))
    held = np.repeat(word.documents, word.frequencies)
    end = ends[held]
    begin = end - lengths.astype(np.int64)[held]
    places = begin + word.positions
    numbers = np.arange(len(held))
    occurrences, terms = [nothing], [nothing]
    for offset in (*range(-width, 0), *range(1, width + 1)):
        near = places + offset
        inside = (near >= begin) & (near < end)
        occurrences.append(numbers[inside])
        terms.append(tokens[near[inside]].astype(np.int64))
    return Neighbours(np.concatenate(occurrences), np.concatenate(terms), len(held))
