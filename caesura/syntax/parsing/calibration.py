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


def fit_calibration(shares: Sequence[float], right: Sequence[bool]) -> tuple[float, float]:
    """Slope and intercept of least logarithmic loss, by Newton's method; a slope that would turn the order round is not taken."""
    points = [(_logit(share), float(hit)) for share, hit in zip(shares, right, strict=True)]
    slope, intercept = IDENTITY
    for _step in range(50):
        # A little weight on the identity keeps the fit finite where all heads are right.
        gradient = [0.1 * (slope - 1), 0.1 * intercept]
        curve = [0.1, 0.0, 0.1]
        for x, hit in points:
            chance = _chance(slope * x + intercept)
            gradient[0] += (chance - hit) * x
            gradient[1] += chance - hit
            weight = chance * (1 - chance)
            curve = [curve[0] + weight * x * x, curve[1] + weight * x, curve[2] + weight]
        determinant = curve[0] * curve[2] - curve[1] ** 2
        change = (
            (curve[2] * gradient[0] - curve[1] * gradient[1]) / determinant,
            (curve[0] * gradient[1] - curve[1] * gradient[0]) / determinant,
        )
        # Far from the goal the curve deceives: no step is longer than this.
        size = max(1.0, 2 * (abs(change[0]) + abs(change[1])))
        slope, intercept = slope - change[0] / size, intercept - change[1] / size
        if abs(change[0]) + abs(change[1]) < 1e-9:
            break
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
