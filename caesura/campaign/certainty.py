"""How sure the crowd is of where a query breaks, so that nobody is asked in vain and the least certain queries come first.

Every gap between two words has a share of people who would break there. What a segmenter thinks is worth a few votes beforehand
(`strength`); real votes come on top, and the share has a Beta distribution. A gap is certain as far as its share is on one side
of a half; a query is as certain as its gaps together. With no votes that is what the segmenter does not know, with votes it is
what the crowd does not agree about: one measure for both, and one threshold to stop at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from caesura.foundation import extra

Floats = npt.NDArray[np.float64]

#: What a segmenter's opinion is worth, in votes.
STRENGTH = 2.0


def gap_certainty(breaks: Any, votes: Any, prior: Any = 0.5, strength: float = STRENGTH) -> Floats:
    """For each gap, how likely it is that the side which leads is the side of the majority: a half to one."""
    with extra("measure"):
        from scipy.special import betainc
    broken, given = np.asarray(breaks, dtype=float), np.asarray(votes, dtype=float)
    believed = np.clip(np.asarray(prior, dtype=float), 0.02, 0.98) * strength
    below = betainc(believed + broken, strength - believed + given - broken, 0.5)
    return np.asarray(np.maximum(below, 1 - below))


def query_certainty(breaks: Sequence[int], votes: int, prior: Sequence[float] | None = None, strength: float = STRENGTH) -> float:
    """How likely it is that all gaps of a query are on their side; 1 for a query without gaps."""
    if not len(breaks):
        return 1.0
    return float(gap_certainty(breaks, votes, 0.5 if prior is None else prior, strength).prod())


def uncertainty(certainty: float) -> float:
    """The entropy of whether the query's label is right, in bits: what one more answer could teach at most."""
    chance = min(max(certainty, 1e-12), 1 - 1e-12)
    return float(-(chance * np.log2(chance) + (1 - chance) * np.log2(1 - chance)))


def least_certain_first(certainties: Mapping[str, float]) -> list[str]:
    """Names in the order in which to ask: what is least certain comes first, ties by name."""
    return sorted(certainties, key=lambda name: (certainties[name], name))
