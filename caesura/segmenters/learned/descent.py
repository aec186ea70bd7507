"""How weights are found: Adam (Kingma and Ba 2015) with decoupled decay and a rate that falls to nothing along a cosine."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float32]

#: So many numbers are changed at a time: what a step reads and writes of them stays in the processor's cache.
_TOGETHER = 1 << 15


class Descent:
    """`step(slopes)` changes the values in place; there are `steps` of them in all."""

    def __init__(self, values: Sequence[Values], decays: Sequence[float], rate: float, steps: int) -> None:
        self._values = values
        self._decays = decays
        self._rate = rate
        self._steps = steps
        self._means = [np.zeros_like(value) for value in values]
        self._squares = [np.zeros_like(value) for value in values]
        self._done = 0

    def step(self, slopes: Sequence[Values]) -> None:
        self._done += 1
        done = self._done
        rate = self._rate * 0.5 * (1 + np.cos(np.pi * done / self._steps))
        for values, along, means, squares, decay in zip(
            self._values, slopes, self._means, self._squares, self._decays, strict=True
        ):
            rows = max(1, _TOGETHER * len(values) // max(values.size, 1))
            for start in range(0, len(values), rows):
                part = slice(start, start + rows)
                value, slope, mean, square = values[part], along[part], means[part], squares[part]
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope * slope - square)
                value -= rate * (mean / (1 - 0.9**done) / (np.sqrt(square / (1 - 0.999**done)) + 1e-8) + decay * value)
