"""The bootstrap: draw the items again with replacement, many times, and see how a figure moves.

What is added up over items needs no drawing of items: a resample is a row that says how often each item was drawn, and all
resamples are one matrix product.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Interval = tuple[float, float]

RESAMPLES = 1000
SEED = 1
CONFIDENCE = 0.95
#: Rows of counts are made in batches of about this many numbers, so that large corpora fit into memory.
_BATCH = 4_000_000


def resample_counts(items: int, resamples: int, seed: int | Sequence[int], *, draws: int | None = None) -> Iterator[Floats]:
    """How often each item was drawn, one row per resample, in batches of rows; each draws as many as there are, or `draws`."""
    each = items if draws is None else draws
    draw = np.random.default_rng(seed)
    batch = max(1, _BATCH // items)
    for begin in range(0, resamples, batch):
        rows = min(batch, resamples - begin)
        drawn = draw.integers(0, items, size=(rows, each))
        drawn += np.arange(rows)[:, None] * items
        yield np.bincount(drawn.ravel(), minlength=rows * items).reshape(rows, items).astype(np.float64)


def resampled_sums(matrix: Floats, resamples: int, seed: int) -> Floats:
    """The columns added up over the items of each resample, one row per resample."""
    return np.concatenate([counts @ matrix for counts in resample_counts(len(matrix), resamples, seed)])


def percentile_interval(samples: Floats, confidence: float = CONFIDENCE) -> Interval:
    """The middle part of the resampled figures."""
    low, high = np.quantile(samples, [(1 - confidence) / 2, (1 + confidence) / 2])
    # Matrix products differ between machines in the last bits: do not print those.
    return round(float(low), 6), round(float(high), 6)
