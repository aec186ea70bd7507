"""Boundary similarity B (Fournier 2013), as segeval computes it: a near miss costs half a miss.

A break that one annotator set next to where the other did is a transposition. B is 1 minus the edits (a missing break 1, a
transposition over n places n/span) divided by edits and matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from caesura.agreement.items import Item, Pattern, pairable

#: How many neighbouring boundaries a transposition may span; 2 is a break one word off.
SPAN = 2


@lru_cache(maxsize=1 << 16)
def boundary_similarity(one: Pattern, other: Pattern, span: int = SPAN) -> Fraction:
    """Of two flat segmentations' breaks; 1 where neither has any."""
    open_places = {place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b}
    transposed = 0
    cost = Fraction(0)
    for offset in range(1, span):
        for place in range(len(one) - offset):
            beside = place + offset
            # The break is the one's here and the other's there: moved, not missed.
            if place in open_places and beside in open_places and one[place] != one[beside]:
                open_places -= {place, beside}
                transposed += 1
                cost += Fraction(offset, span)
    matches = sum(a and b for a, b in zip(one, other, strict=True))
    everything = len(open_places) + transposed + matches
    return 1 - (len(open_places) + cost) / everything if everything else Fraction(1)


def mean_boundary_similarity(items: Sequence[Item], span: int = SPAN) -> Fraction | None:
    """Mean over queries of the mean over pairs of annotators."""
    used = pairable(items)
    if not used:
        return None
    # Queries with the same votes have the same value; sums stay short if equal ones are counted together.
    seen: dict[tuple[tuple[Pattern, int], ...], int] = {}
    for item in used:
        seen[item.patterns] = seen.get(item.patterns, 0) + 1
    return sum((_of_votes(votes, span) * number for votes, number in seen.items()), Fraction(0)) / len(used)


def _of_votes(votes: Sequence[tuple[Pattern, int]], span: int) -> Fraction:
    total = sum(count for _, count in votes)
    pairs = Fraction(sum(count * (count - 1) for _, count in votes))
    for place, (one, count) in enumerate(votes):
        for other, others in votes[place + 1 :]:
            pairs += 2 * count * others * boundary_similarity(one, other, span)
    return pairs / (total * (total - 1))
