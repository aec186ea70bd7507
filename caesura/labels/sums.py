"""Sums by group, the step that every model takes."""

from __future__ import annotations

import numpy as np

from caesura.labels.table import Floats, Integers


def group_sums(groups: Integers, values: Floats, size: int) -> Floats:
    """The sum of the values of each group, 0 where a group has none."""
    sums: Floats = np.bincount(groups, weights=values, minlength=size).astype(np.float64, copy=False)
    return sums
