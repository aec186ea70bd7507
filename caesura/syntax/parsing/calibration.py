"""Shares of the beam as probabilities: heads that have the same confidence are right about that often.

The beam holds few trees, so a head all of them share is not therefore certain. Two numbers, fitted on trees the parser has not
learned from, turn the logit of a share into that of a probability (Platt 1999).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

#: Nothing is changed.
IDENTITY = (1.0, 0.0)
# Shares are kept this far from 0 and 1, where a logit has no value.
_EDGE = 0.005


def probability(share: float, calibration: tuple[float, float]) -> float:
    slope, intercept = calibration
    return _chance(slope * _logit(share) + intercept)


def calibration_of(shares: Sequence[float], right: Sequence[bool]) -> tuple[float, float]:
    """Slope and intercept with the smallest logarithmic loss; a slope that would reverse the order is refused."""
    from caesura.foundation import fit_calibration  # here: parsing itself needs no numpy

    slope, intercept = fit_calibration([_logit(share) for share in shares], [float(hit) for hit in right], pull=0.1)
    return (round(slope, 4), round(intercept, 4)) if slope > 0 else IDENTITY


def loss(shares: Sequence[float], right: Sequence[bool], calibration: tuple[float, float] = IDENTITY) -> float:
    """The sum of the logarithmic losses."""
    chances = [probability(share, calibration) for share in shares]
    return -sum(log(chance if hit else 1 - chance) for chance, hit in zip(chances, right, strict=True))


def _chance(logit: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, logit))))


def _logit(share: float) -> float:
    inside = min(max(share, _EDGE), 1 - _EDGE)
    return log(inside / (1 - inside))
