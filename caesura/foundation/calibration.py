"""Calibration: log odds stretched and shifted, so that what is called likely is right that often (Platt 1999)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

#: Nothing is changed.
IDENTITY = (1.0, 0.0)

_STEPS = 100
_PRECISE = 1e-10
# Keeps the equations solvable where all log odds are equal.
_RIDGE = 1e-9
# Beyond this a chance is 0 or 1 to the last digit that counts.
_CERTAIN = 30.0


def fit_calibration(log_odds: ArrayLike, targets: ArrayLike, *, pull: float = 0.0) -> tuple[float, float]:
    """Stretch and shift of least logarithmic loss, by Newton's method; targets are shares or 0 and 1.

    The loss is convex in both. `pull` is the weight of staying with the identity, which keeps the fit finite where all targets
    are 1. Whether a stretch is plausible is for the caller to say.
    """
    odds, wanted = np.asarray(log_odds, np.float64), np.asarray(targets, np.float64)
    stretch, shift = IDENTITY
    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(-np.clip(stretch * odds + shift, -_CERTAIN, _CERTAIN)))
        error, weight = chances - wanted, chances * (1 - chances)
        slope = np.array([(error * odds).sum() + pull * (stretch - 1), error.sum() + pull * shift])
        mixed = (weight * odds).sum()
        curve = np.array([[(weight * odds**2).sum() + pull + _RIDGE, mixed], [mixed, weight.sum() + pull + _RIDGE]])
        change = np.linalg.solve(curve, slope)
        # Far from the goal the curve deceives: no step is longer than this.
        length = max(1.0, 2 * float(np.abs(change).sum()))
        stretch, shift = stretch - float(change[0]) / length, shift - float(change[1]) / length
        if float(np.abs(change).max()) < _PRECISE:
            break
    return stretch, shift
