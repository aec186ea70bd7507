"""Boundary similarity B (Fournier 2013), as segeval computes it: a near miss costs half a miss.

A break that one annotator set next to where the other did is a transposition. B is 1 minus the edits (a missing break 1, a
transposition over n places n/span) divided by edits and matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from caesura.agreement.items import AnnotatedQuery, Pattern, pairable

#: How many neighbouring boundaries a transposition may span; 2 is a break one word off.
SPAN = 2


def boundary_similarity(one: Pattern, other: Pattern, span: int = SPAN) -> Fraction:
    """Of two flat segmentations' breaks; 1 where neither has any."""
    return Fraction(*_parts(one, other, span))


def mean_boundary_similarity(items: Sequence[AnnotatedQuery], span: int = SPAN) -> Fraction | None:
    """Mean over queries of the mean over pairs of annotators."""
    used = pairable(items)
    # By number of annotators and similarity, how many ordered pairs: a few different fractions instead of one per pair.
    pairs: dict[tuple[int, int, int], int] = {}
    for item in used:
        total = item.total
        for place, (one, count) in enumerate(item.patterns):
            pairs[total, 1, 1] = pairs.get((total, 1, 1), 0) + count * (count - 1)
            for other, others in item.patterns[place + 1 :]:
                above, below = _parts(one, other, span)
                pairs[total, above, below] = pairs.get((total, above, below), 0) + 2 * count * others
    if not used:
        return None
    summed = (Fraction(above * number, below * total * (total - 1)) for (total, above, below), number in pairs.items())
    return sum(summed, Fraction(0)) / len(used)


@lru_cache(maxsize=1 << 18)
def _parts(one: Pattern, other: Pattern, span: int) -> tuple[int, int]:
    """The similarity as numerator and denominator."""
    open_places = {place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b}
    transposed = cost = 0
    for offset in range(1, span):
        for place in range(len(one) - offset):
            beside = place + offset
            # The break is the one's here and the other's there: moved, not missed.
            if place in open_places and beside in open_places and one[place] != one[beside]:
                open_places -= {place, beside}
                transposed += 1
                cost += offset
    matches = sum(a and b for a, b in zip(one, other, strict=True))
    everything = len(open_places) + transposed + matches
    if not everything:
        return 1, 1
    return span * (everything - len(open_places)) - cost, span * everything
