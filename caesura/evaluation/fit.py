"""Many predictions against the crowd at once: the fast twin of `reference_rule.reference_vote` and `levels.compare_with`.

A `Fit` holds pairs (query, prediction) and works out, once each, what the measures ask for: the reference they choose
and how the prediction compares with it. All of it is whole numbers, so it equals the reference path to the last digit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from caesura.evaluation.reference_rule import ReferenceRule
from caesura.evaluation.table import Integers, Masks, VoteTable

EarnedColumns = tuple[Integers, Integers]


@dataclass(frozen=True)
class Reference:
    """A reference per pair, and how many votes it has."""

    masks: Masks
    votes: Integers


@dataclass(frozen=True)
class Fit:
    """Prediction `predictions[i]` is for query `queries[i]` of the table."""

    table: VoteTable
    queries: Integers
    predictions: Masks
    rule: ReferenceRule

    @classmethod
    def of_all(cls, table: VoteTable, predictions: Masks, rule: ReferenceRule) -> Fit:
        """One prediction for every query."""
        return cls(table, np.arange(len(table), dtype=np.int64), predictions, rule)

    @cached_property
    def boundaries(self) -> Integers:
        return self.table.sizes[self.queries] - 1

    @cached_property
    def top(self) -> Reference:
        return self._votes_at(self.table.starts[self.queries])

    @cached_property
    def bestfit(self) -> Reference:
        return self._chosen(None)

    @cached_property
    def bestfit3(self) -> Reference:
        return self._chosen(3)

    @cached_property
    def safe_or_bestfit(self) -> Reference:
        safe = self.table.safe[self.queries]
        return Reference(
            np.where(safe, self.top.masks, self.bestfit.masks),
            np.where(safe, self.top.votes, self.bestfit.votes),
        )

    @cached_property
    def compared_with_bestfit(self) -> Mapping[str, EarnedColumns]:
        return self.compare_with(self.bestfit.masks)

    @cached_property
    def compared_with_safe_or_bestfit(self) -> Mapping[str, EarnedColumns]:
        return self.compare_with(self.safe_or_bestfit.masks)

    @cached_property
    def collected(self) -> Integers:
        """Votes collected at all boundaries: each annotator gives one for each boundary on which they agree."""
        return self._collected_by(self.predictions)

    @cached_property
    def collectable(self) -> Integers:
        return self._collected_by(self.table.majority[self.queries])

    def compare_with(self, references: Masks) -> Mapping[str, EarnedColumns]:
        """Earned and possible per level; see `levels.compare_with`."""
        common = self._common_segments(references)
        return {
            "query": ((self.predictions == references).astype(np.int64), np.ones(len(references), dtype=np.int64)),
            "segment_precision": (common, _bits(self.predictions) + 1),
            "segment_recall": (common, _bits(references) + 1),
            "break": (self.boundaries - _bits(self.predictions ^ references), self.boundaries),
        }

    @cached_property
    def _pairs(self) -> tuple[Integers, Integers, Integers]:
        """Every vote of every pair: where each pair's votes begin, the pair's number, and the vote's place in the table."""
        lengths = self.table.votes_per_query[self.queries]
        starts = np.concatenate(([0], np.cumsum(lengths)))
        pair = np.repeat(np.arange(len(self.queries), dtype=np.int64), lengths)
        place = np.arange(starts[-1], dtype=np.int64) - starts[:-1][pair] + self.table.starts[self.queries][pair]
        return starts[:-1], pair, place

    @cached_property
    def _differences(self) -> Integers:
        _, pair, place = self._pairs
        return _bits(self.table.masks[place] ^ self.predictions[pair])

    def _chosen(self, among: int | None) -> Reference:
        starts, pair, place = self._pairs
        rank = place - self.table.starts[self.queries][pair]
        # One number orders by difference first, then by rank; the published rule knows only "equal" and "not equal".
        difference = self._differences if self.rule is ReferenceRule.CLOSEST else np.minimum(self._differences, 1)
        widest = int(self.table.votes_per_query.max()) + 1
        key = difference * widest + rank
        if among is not None:
            key = np.where(rank < among, key, np.iinfo(np.int64).max)
        best = np.minimum.reduceat(key, starts) % widest
        return self._votes_at(self.table.starts[self.queries] + best)

    def _votes_at(self, places: Integers) -> Reference:
        return Reference(self.table.masks[places], self.table.counts[places])

    def _collected_by(self, masks: Masks) -> Integers:
        starts, pair, place = self._pairs
        agreeing = self.boundaries[pair] - _bits(self.table.masks[place] ^ masks[pair])
        return np.add.reduceat(self.table.counts[place] * agreeing, starts)

    def _common_segments(self, references: Masks) -> Integers:
        """Walk over the words of all pairs at once: a segment is common if both begin and end it, and neither breaks inside."""
        last = np.uint64(1) << self.boundaries.astype(np.uint64)
        both = self.predictions & references | last
        either = self.predictions | references | last
        common = np.zeros(len(references), dtype=np.int64)
        begun_together = np.ones(len(references), dtype=np.bool_)
        for word in range(int(self.boundaries.max(initial=0)) + 1):
            bit = np.uint64(1) << np.uint64(word)
            in_both = both & bit != 0
            in_either = either & bit != 0
            common += in_both & begun_together
            begun_together = np.where(in_either, in_both, begun_together)
        return common


def _bits(masks: Masks) -> Integers:
    return np.bitwise_count(masks).astype(np.int64)
