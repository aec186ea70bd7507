"""What is known of the word pieces of queries, and how it becomes what is known of their words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]


class PieceStates(NamedTuple):
    """States of the pieces of queries, one after the other: `first` are the first pieces of the queries and the end, `words` the
    first words, `owners` the word that each piece is a part of, counted over all queries (-1: a mark around the query)."""

    rows: npt.NDArray[np.float16]
    first: Numbers
    words: Numbers
    owners: Numbers

    @classmethod
    def of(cls, rows: npt.NDArray[np.float16], cut: Sequence[Sequence[int]], sizes: Sequence[int], marks: int) -> PieceStates:
        """`cut` are the numbers of pieces of the words of each query; of a query, `sizes` were read, `marks` included."""
        words = np.cumsum([0, *map(len, cut)])
        owners = []
        for lengths, start, size in zip(cut, words.tolist(), sizes, strict=False):
            own = np.repeat(np.arange(start, start + len(lengths)), lengths)[: size - marks]
            owners += [np.full(min(marks, 1), -1), own, np.full(max(marks - 1, 0), -1)]
        return cls(rows, np.cumsum([0, *sizes]), words, np.concatenate([np.zeros(0, np.int64), *owners]))

    def picked(self, queries: Numbers) -> PieceStates:
        """Those of some of the queries, in this order."""
        pieces, words = np.diff(self.first), np.diff(self.words)
        rows = np.concatenate([np.arange(self.first[at], self.first[at + 1]) for at in queries])
        first_words = np.cumsum([0, *words[queries]])
        moved = np.repeat(first_words[:-1] - self.words[queries], pieces[queries])
        owners = np.where(self.owners[rows] < 0, -1, self.owners[rows] + moved)
        return PieceStates(self.rows[rows], np.cumsum([0, *pieces[queries]]), first_words, owners)

    @property
    def sizes(self) -> list[int]:
        """How many pieces each query has."""
        sizes: list[int] = np.diff(self.first).tolist()
        return sizes

    def of_words(self, rows: Matrix) -> Matrix:
        """The mean over the pieces of each word, and a row of zeros for words outside; a word without a piece has zeros too."""
        inside = self.owners >= 0
        seen, starts = np.unique(self.owners[inside], return_index=True)
        means = np.zeros((int(self.words[-1]) + 1, rows.shape[1]), np.float32)
        if len(seen):
            means[seen] = np.add.reduceat(rows[inside], starts, axis=0) * self._shares[seen, None]
        return means

    def to_pieces(self, slopes: Matrix) -> Matrix:
        """The other way: how a loss changes with each piece, from how it changes with each word's mean."""
        back = (slopes * self._shares[:, None])[self.owners]
        back[self.owners < 0] = 0
        return back

    @property
    def _shares(self) -> Matrix:
        """One over the number of pieces of each word."""
        counts = np.bincount(self.owners[self.owners >= 0], minlength=int(self.words[-1]) + 1)
        return (1 / np.maximum(counts, 1)).astype(np.float32)
