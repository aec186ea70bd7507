"""The votes of a whole corpus in a few arrays: what the fast path computes on.

A segmentation is a 64-bit mask, bit i set = break behind word i+1. The votes of all queries stand in one long column,
query after query, most votes first (equal votes in the order of the file), so that "the best of each query" is one
`reduceat`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from caesura.corpus import Corpus, Votes
from caesura.evaluation.query_votes import flat_votes
from caesura.evaluation.reference_rule import breaks_of
from caesura.foundation import InputError

Integers = NDArray[np.int64]
Masks = NDArray[np.uint64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class VoteTable:
    """`starts[q]:starts[q + 1]` are the places of query q's votes in the columns below it.

    `positions` is a vote's place in the file, which decides between equal votes. `known_safe` is given where annotators
    were left out: a query is safe or not by all of its votes.
    """

    sizes: Integers
    starts: Integers
    masks: Masks
    counts: Integers
    positions: Integers
    known_safe: Flags | None = None

    @classmethod
    def from_votes(cls, all_votes: Sequence[Votes]) -> VoteTable:
        masks: list[int] = []
        counts: list[int] = []
        positions: list[int] = []
        starts = [0]
        sizes: list[int] = []
        for votes in all_votes:
            for position, vote in sorted(enumerate(votes), key=lambda numbered: -numbered[1].count):
                breaks = breaks_of(vote)
                masks.append(mask_of(breaks))
                counts.append(vote.count)
                positions.append(position)
            sizes.append(len(breaks) + 1)
            starts.append(len(masks))
        return cls(
            np.array(sizes, dtype=np.int64),
            np.array(starts, dtype=np.int64),
            np.array(masks, dtype=np.uint64),
            np.array(counts, dtype=np.int64),
            np.array(positions, dtype=np.int64),
        )

    @classmethod
    def from_corpus(cls, corpus: Corpus) -> VoteTable:
        if not len(corpus):
            raise InputError(f"{corpus.name} has no queries", cure="evaluation needs at least one annotated query")
        return cls.from_votes([flat_votes(entry) for entry in corpus])

    def __len__(self) -> int:
        return len(self.sizes)

    @cached_property
    def votes_per_query(self) -> Integers:
        return np.diff(self.starts)

    @cached_property
    def top_counts(self) -> Integers:
        return self.counts[self.starts[:-1]]

    @cached_property
    def second_counts(self) -> Integers:
        """Votes of the runner-up; 0 where all agree."""
        has_second = self.votes_per_query > 1
        return np.where(has_second, self.counts[np.where(has_second, self.starts[:-1] + 1, 0)], 0)

    @cached_property
    def totals(self) -> Integers:
        return np.add.reduceat(self.counts, self.starts[:-1])

    @cached_property
    def safe(self) -> Flags:
        """`Votes.is_safe` for all queries (Beyer 2011, formula 3.1; more than ten votes are scaled to ten)."""
        if self.known_safe is not None:
            return self.known_safe
        first = np.where(self.totals > 10, out_of_ten(self.top_counts, self.totals), self.top_counts)
        second = np.where(self.totals > 10, out_of_ten(self.second_counts, self.totals), self.second_counts)
        clear = (first >= 7) | ((first == 6) & (second <= 3)) | ((first == 5) & (second <= 1))
        safe: Flags = np.where(self.totals < 10, self.top_counts == self.totals, clear)
        return safe

    @cached_property
    def majority(self) -> Masks:
        """At each boundary what most annotators did; a tie breaks."""
        return self.majority_by(tie_breaks=True)

    def majority_by(self, *, tie_breaks: bool) -> Masks:
        result = np.zeros(len(self), dtype=np.uint64)
        for boundary in range(int(self.sizes.max(initial=1)) - 1):
            bit = np.uint64(boundary)
            broke = np.add.reduceat(self.counts * (self.masks >> bit & np.uint64(1)).astype(np.int64), self.starts[:-1])
            enough = 2 * broke >= self.totals if tie_breaks else 2 * broke > self.totals
            result |= (enough & (boundary < self.sizes - 1)).astype(np.uint64) << bit
        return result


def out_of_ten(votes: Integers, totals: Integers) -> Integers:
    """Halves round up, in whole numbers: floor(10 v / t + 1/2)."""
    return (20 * votes + totals) // (2 * totals)


def mask_of(breaks: Sequence[int]) -> int:
    mask = 0
    for value in reversed(breaks):
        mask = mask << 1 | value
    return mask
