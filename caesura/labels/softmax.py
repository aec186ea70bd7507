"""From log probabilities to probabilities, without overflow."""

from __future__ import annotations

import numpy as np

from caesura.labels.table import Floats

#: numpy is slow along short rows. Up to the first number of classes whole columns are combined, up to the second a copy that is
#: turned round.
_FEW, _MORE = 4, 64


def softmax(scores: Floats) -> tuple[Floats, Floats]:
    """Each row's probabilities, and the logarithm of the sum they were divided by."""
    highest = _highest(scores)
    powers = scores - highest[:, None]
    np.exp(powers, out=powers)
    sums = powers @ np.ones(powers.shape[1])
    powers /= sums[:, None]
    return powers, np.log(sums) + highest


def _highest(values: Floats) -> Floats:
    """Of each row."""
    if values.shape[1] > _FEW:
        highest: Floats = values.max(axis=1) if values.shape[1] > _MORE else np.ascontiguousarray(values.T).max(axis=0)
        return highest
    highest = values[:, 0].copy()
    for column in range(1, values.shape[1]):
        np.maximum(highest, values[:, column], out=highest)
    return highest
