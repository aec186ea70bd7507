"""From log probabilities to probabilities, without overflow."""

from __future__ import annotations

import numpy as np

from caesura.labels.table import Floats


def softmax(scores: Floats) -> tuple[Floats, Floats]:
    """Each row's probabilities, and the logarithm of the sum they were divided by."""
    highest = scores.max(axis=1, keepdims=True)
    powers = np.exp(scores - highest)
    sums = powers.sum(axis=1, keepdims=True)
    return powers / sums, (np.log(sums) + highest)[:, 0]
