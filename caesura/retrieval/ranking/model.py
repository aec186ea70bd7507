"""What a ranking model is: how much a part adds to a document's score, and what every document gets.

A score is `sum of share x base(part)` (the same for all documents), plus `sum of share x gain` over the parts that occur in the
document, plus `document(length)` once. Written like this, only the documents that hold a part need to be visited.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.uint32]
Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Counts:
    """What a model may know of a part and of the collection."""

    collection_frequency: int
    document_frequency: int
    token_count: int
    document_count: int

    @property
    def probability(self) -> float:
        """Of the part in the collection; one that never occurs counts as half an occurrence, as in Indri."""
        return (self.collection_frequency or 0.5) / self.token_count if self.token_count else 1.0

    @property
    def mean_length(self) -> float:
        return self.token_count / self.document_count if self.document_count else 0.0


class Model(Protocol):
    """A frozen value with its parameters; its repr says all of it."""

    @property
    def name(self) -> str: ...

    @property
    def gain_needs_lengths(self) -> bool:
        """False where equal frequencies gain the same in every document: then each frequency is computed once."""
        ...

    def base(self, counts: Counts) -> float: ...

    def gain(self, frequencies: Scores, lengths: Scores, counts: Counts) -> Scores:
        """Above 0 for every frequency above 0."""
        ...

    def document(self, lengths: Scores) -> Scores: ...
