"""From log probabilities to probabilities, without overflow."""

from __future__ import annotations

import numpy as np

from caesura.labels.table import Floats

#: With this many classes or fewer, whole columns are combined; numpy is slow along short rows.
_FEW = 32


def softmax(scores: Floats) -> tuple[Floats, Floats]:
    """Each row's probabilities, and the logarithm of the sum they were divided by."""
    highest = _along_rows(np.maximum, scores)
    powers = np.exp(scores - highest[:, None])
    sums = _along_rows(np.add, powers)
    powers /= sums[:, None]
    return powers, np.log(sums) + highest


def _along_rows(combine: np.ufunc, values: Floats) -> Floats:
    if values.shape[1] > _FEW:
        reduced: Floats = combine.reduce(values, axis=1)
        return reduced
    combined = values[:, 0].copy()
    for column in range(1, values.shape[1]):
        combine(combined, values[:, column], out=combined)
    return combined
