"""The random model: every segmentation of a length equally likely. How far are two of them apart? (Ramanath et al. 2013, 4.3)

Flat segmentations have a closed form. Trees are counted exactly up to `EXACT_WORDS` words; longer ones are estimated from drawn
pairs, with an error that is stated, and the signature says so.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import sqrt

from caesura.agreement.counted_trees import LONGEST, SHORTEST, counted_distances
from caesura.agreement.flat_chance import flat_distances
from caesura.agreement.items import Distance, Kind
from caesura.agreement.tree_chance import tree_distances
from caesura.shapes import random_nested

#: Trees up to this many words are counted exactly.
EXACT_WORDS = LONGEST
#: Pairs drawn for longer ones, where nothing else is said: some seconds for each length.
DRAWS = 100_000


@dataclass(frozen=True, slots=True)
class Chance:
    """`draws` is the number of pairs drawn for trees longer than can be counted."""

    kind: Kind
    distance: Distance = Distance.D1
    draws: int = DRAWS
    seed: int = 1

    def counts(self, boundaries: int) -> tuple[int, ...]:
        """Of all ordered pairs (or of those drawn), how many are 0, 1, 2, ... apart; distances are sums, not means."""
        if self.kind is Kind.FLAT:
            return flat_distances(boundaries)
        if self.is_exact(boundaries):
            return _trees(boundaries, self.distance.power)
        return _drawn(boundaries, self.distance.power, self.draws, self.seed)

    def tails(self, boundaries: int) -> tuple[Fraction, ...]:
        """The probability that two random structures are at least 0, 1, 2, ... apart."""
        counts = self.counts(boundaries)
        total = remaining = sum(counts)
        tails = []
        for number in counts:
            tails.append(Fraction(remaining, total))
            remaining -= number
        return tuple(tails)

    def tail(self, boundaries: int, apart: int) -> Fraction:
        tails = self.tails(boundaries)
        return tails[apart] if apart < len(tails) else Fraction(0)

    def is_exact(self, boundaries: int) -> bool:
        return self.kind is Kind.FLAT or boundaries < EXACT_WORDS

    def error(self, boundaries: int) -> float:
        """How far an estimated probability may be off: half of a 95 % interval where it is widest; 0 where it is counted."""
        return 0.0 if self.is_exact(boundaries) else 1.96 * 0.5 / sqrt(self.draws)


@lru_cache(maxsize=64)
def _trees(boundaries: int, power: int) -> tuple[int, ...]:
    return tree_distances(boundaries, power) if boundaries + 1 < SHORTEST else counted_distances(boundaries, power)


@lru_cache(maxsize=64)
def _drawn(boundaries: int, power: int, draws: int, seed: int) -> tuple[int, ...]:
    drawing = random.Random(f"{seed} {boundaries} {power}")
    counts: dict[int, int] = {}
    for _ in range(draws):
        one, other = (random_nested(boundaries + 1, drawing).heights for _ in range(2))
        apart = sum(abs(a**power - b**power) for a, b in zip(one, other, strict=True))
        counts[apart] = counts.get(apart, 0) + 1
    return tuple(counts.get(apart, 0) for apart in range(max(counts) + 1))
