"""The annotations in arrays, one block per query length: what the fast path computes on.

A distance d_k is a weighted sum over levels: |a^k - b^k| is the sum of t^k - (t-1)^k over the levels t that only one of the two
reaches. So nobody ever looks at pairs of annotations: for each boundary and level it is enough to know how many reach it.
Flat segmentations have one level.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from caesura.agreement.items import AnnotatedQuery, Distance

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Block:
    """All queries with this many boundaries. Query q's patterns stand in the rows `starts[q]:starts[q + 1]`.

    `places` are the queries' places in the sequence the blocks were made from.
    """

    boundaries: int
    values: Integers
    counts: Integers
    starts: Integers
    places: Integers

    @cached_property
    def totals(self) -> Integers:
        """Annotations of each query."""
        return np.add.reduceat(self.counts, self.starts[:-1])

    @cached_property
    def highest(self) -> int:
        return int(self.values.max())

    def reaching(self, levels: int) -> Integers:
        """How many of each query's annotations reach each level at each boundary: queries x levels x boundaries."""
        result = np.empty((len(self.places), levels, self.boundaries), dtype=np.int64)
        for level in range(1, levels + 1):
            result[:, level - 1] = np.add.reduceat((self.values >= level) * self.counts[:, None], self.starts[:-1], axis=0)
        return result


def blocks_of(items: Sequence[AnnotatedQuery]) -> list[Block]:
    """Blocks from short to long."""
    by_length: dict[int, list[int]] = {}
    for place, item in enumerate(items):
        by_length.setdefault(item.boundaries, []).append(place)
    blocks = []
    for boundaries in sorted(by_length):
        places = by_length[boundaries]
        rows = [pair for place in places for pair in items[place].patterns]
        sizes = [len(items[place].patterns) for place in places]
        blocks.append(
            Block(
                boundaries,
                np.array([pattern for pattern, _ in rows], dtype=np.int64),
                np.array([count for _, count in rows], dtype=np.int64),
                np.concatenate(([0], np.cumsum(sizes))),
                np.array(places, dtype=np.int64),
            )
        )
    return blocks


def levels_of(blocks: Sequence[Block]) -> int:
    """The highest value anywhere; at least one level, so that arrays are never empty."""
    return max(1, max((block.highest for block in blocks), default=1))


def level_weights(levels: int, distance: Distance) -> Integers:
    """t^k - (t - 1)^k for t = 1, 2, ..."""
    steps = np.arange(levels + 1, dtype=np.int64) ** distance.power
    return np.diff(steps)
