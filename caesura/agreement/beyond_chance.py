"""S: how surely two annotators of a query agree more than chance would (Ramanath et al. 2013, formula 7).

For each pair of annotations the probability that two random structures are at least as far apart, averaged over the pairs of a
query, then over queries. `printed` includes each annotation with itself, as the formula does; `proper` does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from caesura.agreement.blocks import Block, Integers, blocks_of
from caesura.agreement.chance import Chance
from caesura.agreement.items import AnnotatedQuery, pairable

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ChanceAgreement:
    """S and S over proper pairs, exactly, and each query's share in them (in the order of the pairable queries)."""

    printed: Fraction
    proper: Fraction
    printed_by_query: Floats
    proper_by_query: Floats


def chance_agreement(items: Sequence[AnnotatedQuery], chance: Chance) -> ChanceAgreement | None:
    """None where no query has two annotations."""
    used = pairable(items)
    if not used:
        return None
    printed = proper = Fraction(0)
    printed_by_query, proper_by_query = np.empty(len(used)), np.empty(len(used))
    for block in blocks_of(used):
        tails = chance.tails(block.boundaries)
        probabilities = np.array([float(tail) for tail in tails])
        alike = np.add.reduceat(block.counts**2, block.starts[:-1])
        sums = alike.astype(np.float64)
        apart_counts: dict[int, Integers] = {}
        for queries, distances, pairs in _pairs(block, chance.distance.power):
            # A drawn estimate may never have seen such a distance: its probability is then 0.
            at = np.minimum(distances, len(tails))
            sums += np.bincount(queries, weights=2 * pairs * np.append(probabilities, 0.0)[at], minlength=len(sums))
            for total in np.unique(block.totals[queries]):
                of_total = block.totals[queries] == total
                numbers = np.bincount(at[of_total], weights=pairs[of_total], minlength=len(tails) + 1).astype(np.int64)
                apart_counts[int(total)] = apart_counts.get(int(total), np.zeros(len(tails) + 1, dtype=np.int64)) + numbers
        for number in np.unique(block.totals):
            total = int(number)
            of_pairs = apart_counts.get(total, np.zeros(0, dtype=np.int64))
            both = Fraction(int(alike[block.totals == total].sum()))
            both += 2 * sum((int(pairs) * tails[apart] for apart, pairs in enumerate(of_pairs[: len(tails)]) if pairs), Fraction(0))
            queries_here = int((block.totals == total).sum())
            printed += both / total**2
            proper += (both - queries_here * total) / (total * (total - 1))
        printed_by_query[block.places] = sums / block.totals**2
        proper_by_query[block.places] = (sums - block.totals) / (block.totals * (block.totals - 1))
    return ChanceAgreement(printed / len(used), proper / len(used), printed_by_query, proper_by_query)


def s_by_chance(items: Sequence[AnnotatedQuery], chance: Chance) -> Fraction:
    """What S over proper pairs would be if the annotators of these queries had drawn at random."""
    total, number = Fraction(0), 0
    for block in blocks_of(pairable(items)):
        counts, tails = chance.counts(block.boundaries), chance.tails(block.boundaries)
        meeting = sum((pairs * tail for pairs, tail in zip(counts, tails, strict=True)), Fraction(0)) / sum(counts)
        total += meeting * len(block.places)
        number += len(block.places)
    return total / number


def _pairs(block: Block, power: int) -> Iterator[tuple[Integers, Integers, Integers]]:
    """Pairs of different patterns of the same query: the query, their distance, and how many pairs of annotations they are."""
    raised = block.values**power
    query = np.repeat(np.arange(len(block.places)), np.diff(block.starts))
    for offset in range(1, int(np.diff(block.starts).max())):
        left = np.flatnonzero(query[:-offset] == query[offset:])
        right = left + offset
        yield query[left], np.abs(raised[left] - raised[right]).sum(axis=1), block.counts[left] * block.counts[right]
