"""Where a part occurs: the documents that hold it, how often, and how often in all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Postings:
    """Documents by number, ascending, with the frequency of the part in each."""

    documents: NDArray[np.uint32]
    frequencies: NDArray[np.unsignedinteger[Any]]
    collection_frequency: int

    @property
    def document_frequency(self) -> int:
        return len(self.documents)

    @property
    def bytes(self) -> int:
        return self.documents.nbytes + self.frequencies.nbytes

    @classmethod
    def of(cls, documents: NDArray[Any], frequencies: NDArray[Any]) -> Postings:
        return cls(documents, frequencies, int(frequencies.sum(dtype=np.uint64)))


NOWHERE = Postings(np.empty(0, np.uint32), np.empty(0, np.uint32), 0)


@dataclass(frozen=True, eq=False)
class Occurrences:
    """Of a single term: its postings, and its own positions, those of the first posting first."""

    documents: NDArray[np.uint32]
    frequencies: NDArray[np.unsignedinteger[Any]]
    positions: NDArray[Any]

    @cached_property
    def ends(self) -> NDArray[np.uint64]:
        """Per posting, where its positions end; they begin where those of the posting before end."""
        ends: NDArray[np.uint64] = np.cumsum(self.frequencies, dtype=np.uint64)
        return ends
