"""How cost grows with the work: ratios at the largest size both took, the power of the size, and memory at both ends."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping

from bench.world.measuring import Measured
from bench.world.printing import duration
from bench.world.subjects import SUBJECTS

#: Times shorter than this say nothing about how cost grows.
_SHORTEST = 0.02
#: Ours, and how many times the work grew: a section of its own shows those that were followed this far.
_FOLLOWED = 50

#: System -> size -> the median of its rounds.
Medians = Mapping[str, Mapping[int, Measured]]


def slope(sizes: Mapping[int, Measured]) -> float | None:
    """By which power the cost grows with the work: 1 is linear."""
    points = [(math.log(one.amount), math.log(one.seconds)) for one in sizes.values() if one.seconds >= _SHORTEST]
    if len(points) < 2 or len({x for x, _ in points}) < 2:
        return None
    return statistics.linear_regression(*zip(*points, strict=True)).slope


def ratio(ours: Mapping[int, Measured], theirs: Mapping[int, Measured]) -> float | None:
    """Their cost over ours, for one unit of work at the largest size both took."""
    shared = set(ours) & set(theirs)
    return theirs[max(shared)].each / max(ours[max(shared)].each, 1e-12) if shared else None


def growth_section(found: Mapping[str, Medians]) -> list[str]:
    """Ours from the smallest to the largest work."""
    rows = []
    for name, systems in found.items():
        subject = SUBJECTS[name]
        for system, sizes in systems.items():
            least, most = (sizes[end(sizes)] for end in (min, max))
            power = slope(sizes)
            if subject.timed and system.startswith("Caesura") and power is not None and max(sizes) >= _FOLLOWED * min(sizes):
                cells = (
                    f"{subject.title}: {system}",
                    f"{min(sizes):,} to {max(sizes):,} {subject.units}",
                    f"{duration(least.seconds)} to {duration(most.seconds)}",
                    f"n^{power:.2f}",
                    f"{least.memory:,.0f}",
                    f"{most.memory:,.0f}",
                )
                rows.append(f"| {' | '.join(cells)} |")
    if not rows:
        return []
    return [
        "## How cost grows",
        "The power is fitted over all sizes that took longer than a fiftieth of a second. A stream (the command line) holds the "
        "same memory whatever its length; counting sorts in the memory it is given; what keeps all labels or all of a list in "
        "memory grows with it.",
        "\n".join(["| work | size | CPU time | growth | MB, smallest | MB, largest |", "|---|---|---|---|---|---|", *rows]),
    ]
