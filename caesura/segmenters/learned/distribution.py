"""How likely each whole segmentation is: a chain over the breaks.

The network gives the share of people who break at each place. Two neighbouring places are not independent (who breaks at one is
less, or more, likely to break at the next); one number, the odds ratio of neighbouring breaks, says how much. With it, the shares
stay what they are, and a segmentation's probability is a product along the query: P(first) * P(second | first) * ... All 2^(n-1)
probabilities sum to one; the n best and the probability of a segment come from dynamic programming.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from heapq import nlargest
from math import exp, log2, sqrt

#: P(next | this): [this][next], for one pair of neighbouring places.
Step = tuple[tuple[float, float], tuple[float, float]]


def logistic(log_odds: float) -> float:
    """1 / (1 + e^-x), without overflow."""
    if log_odds >= 0:
        return 1.0 / (1.0 + exp(-log_odds))
    grown = exp(log_odds)
    return grown / (1.0 + grown)


def both_break(one: float, other: float, odds_ratio: float) -> float:
    """P(a break at both places), from their shares and the odds ratio (Plackett 1965)."""
    if abs(odds_ratio - 1.0) < 1e-9:
        return one * other
    excess = odds_ratio - 1.0
    middle = 1.0 + (one + other) * excess
    root = sqrt(max(middle * middle - 4.0 * odds_ratio * excess * one * other, 0.0))
    # The numerically safe form of (middle - root) / (2 excess); it lies between what the shares allow.
    both = 2.0 * odds_ratio * one * other / (middle + root)
    return min(max(both, one + other - 1.0, 0.0), one, other)


class Chain:
    """The distribution over all segmentations of one query."""

    def __init__(self, shares: Sequence[float], odds_ratio: float) -> None:
        self.shares = tuple(shares)
        self.odds_ratio = odds_ratio

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """From each place to the next."""
        return tuple(_step(one, other, self.odds_ratio) for one, other in zip(self.shares, self.shares[1:], strict=False))

    def probability(self, breaks: Sequence[int]) -> float:
        """Of one segmentation, given as 0 and 1 for each place."""
        if not breaks:
            return 1.0
        probability = self.shares[0] if breaks[0] else 1.0 - self.shares[0]
        for step, this, following in zip(self.steps, breaks, breaks[1:], strict=False):
            probability *= step[this][following]
        return probability

    @cached_property
    def entropy(self) -> float:
        """How ambiguous the query is, in bits: 0 where all agree, one less than the number of words where any segmentation is as
        likely as any other."""
        if not self.shares:
            return 0.0
        bits = _bits(self.shares[0])
        for share, step in zip(self.shares, self.steps, strict=False):
            bits += (1.0 - share) * _bits(step[0][1]) + share * _bits(step[1][1])
        return bits

    def total(self) -> float:
        """The sum over all segmentations, by dynamic programming: 1, but for rounding."""
        if not self.shares:
            return 1.0
        joined, broken = 1.0 - self.shares[0], self.shares[0]
        for step in self.steps:
            joined, broken = joined * step[0][0] + broken * step[1][0], joined * step[0][1] + broken * step[1][1]
        return joined + broken

    def segment(self, start: int, end: int) -> float:
        """The probability that the words `start` to `end` are one segment: a break at either end, none inside."""
        places = len(self.shares)
        first, last = start - 1, end - 1
        probability = self.shares[first] if start else 1.0
        this = 1
        for place in range(max(first + 1, 0), min(last, places - 1) + 1):
            following = 1 if place == last else 0
            if place == 0:
                probability = self.shares[0] if following else 1.0 - self.shares[0]
            else:
                probability *= self.steps[place - 1][this][following]
            this = following
        return probability

    def likely(self, minimum: float) -> dict[tuple[int, int], float]:
        """The segments of two or more words that are at least this likely, with their probabilities.

        None is likelier than the break at either end of it, or than no break at a place inside: most need not be looked at.
        """
        shares, size = self.shares, len(self.shares) + 1
        chances = {}
        for start in range(size - 1):
            if start and shares[start - 1] < minimum:
                continue
            for end in range(start + 2, size + 1):
                if 1.0 - shares[end - 2] < minimum:
                    break
                if end == size or shares[end - 1] >= minimum:
                    chance = self.segment(start, end)
                    if chance >= minimum:
                        chances[start, end] = chance
        return chances

    def best(self, wanted: int) -> list[tuple[float, tuple[int, ...]]]:
        """The most probable segmentations with their probabilities, best first; among equals the later break comes first."""
        if not self.shares:
            return [(1.0, ())]
        # For each place and each choice there: the best ways for the rest. Joined (0) is preferred among equals: -break sorts so.
        ways: list[list[tuple[float, tuple[int, ...]]]] = [[(1.0, ())], [(1.0, ())]]
        for place in range(len(self.shares) - 1, 0, -1):
            step = self.steps[place - 1]
            ways = [
                nlargest(
                    wanted,
                    (
                        (step[this][following] * chance, (-following, *rest))
                        for following in (0, 1)
                        for chance, rest in ways[following]
                    ),
                )
                for this in (0, 1)
            ]
        first = (1.0 - self.shares[0], self.shares[0])
        best = nlargest(wanted, ((first[choice] * chance, (-choice, *rest)) for choice in (0, 1) for chance, rest in ways[choice]))
        return [(chance, tuple(-choice for choice in signs)) for chance, signs in best]


def _bits(chance: float) -> float:
    """The entropy of one break."""
    if chance <= 0.0 or chance >= 1.0:
        return 0.0
    return -(chance * log2(chance) + (1.0 - chance) * log2(1.0 - chance))


def _step(one: float, other: float, odds_ratio: float) -> Step:
    both = both_break(one, other, odds_ratio)
    broken = min(both / one, 1.0) if one > 0.0 else other
    joined = min(max((other - both) / (1.0 - one), 0.0), 1.0) if one < 1.0 else other
    return (1.0 - joined, joined), (1.0 - broken, broken)
