"""Ridge regression: a line through few, noisy examples that does not trust any feature too much.

Hoerl and Kennard 1970. Features are standardised first; one that is not known counts as average.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float64]]

#: Penalties that are tried; the last leaves next to nothing but the mean.
PENALTIES = (1.0, 10.0, 100.0, 1000.0, 1e9)


@dataclass(frozen=True)
class Ridge:
    """Weights of standardised features and the mean target."""

    weights: Floats
    mean: float

    def predicted(self, features: Floats) -> Floats:
        result: Floats = features @ self.weights + self.mean
        return result


def standardised(rows: Sequence[Sequence[float | None]]) -> Floats:
    """Each column with mean 0 and deviation 1; what is not known, or the same everywhere, is 0."""
    table = np.array([[np.nan if value is None else value for value in row] for row in rows], dtype=np.float64)
    if not len(table):
        return table
    known = ~np.isnan(table)
    counts = np.maximum(known.sum(axis=0), 1)
    centred = np.where(known, table - np.where(known, table, 0).sum(axis=0) / counts, 0.0)
    deviations = np.sqrt((centred**2).sum(axis=0) / counts)
    result: Floats = np.divide(centred, deviations, out=np.zeros_like(centred), where=deviations > 1e-12)
    return result


def fitted(features: Floats, targets: Floats, penalty: float) -> Ridge:
    """The weights with the least squared error plus penalty times their squares."""
    mean = float(targets.mean())
    centred = features - features.mean(axis=0)
    squares = centred.T @ centred + penalty * np.eye(features.shape[1])
    weights = np.linalg.solve(squares, centred.T @ (targets - mean))
    return Ridge(weights, mean - float(features.mean(axis=0) @ weights))
