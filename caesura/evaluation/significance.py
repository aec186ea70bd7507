"""Is a difference between two methods more than luck? Tests on per-query differences, and Holm's correction for many.

The paired t-test is what the thesis used (Hull 1993); it calls p <= .025 or p >= .975 significant at the level .05. The
randomisation test (Smucker et al. 2007) asks the same without assuming a normal distribution: how often does a
difference as large come about when, query by query, a coin decides which of the two values is whose?
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from caesura.evaluation.statistics import Floats
from caesura.foundation import extra

TRIALS = 10_000
#: With this many differing queries or fewer, all ways to toss the coins are tried: the p-value is exact.
_EXACT = 12
_BATCH = 4_000_000
#: Sums of the same numbers in another order may differ in the last bits; they are still equal.
_ROUNDING = 1e-9


def t_test(differences: Floats) -> float | None:
    """Two-sided p of the paired t-test; None for fewer than two queries, 1 where the methods never differ."""
    size = len(differences)
    if size < 2:
        return None
    if not differences.any():
        return 1.0
    mean = float(differences.mean())
    deviation = float(differences.std(ddof=1))
    if deviation <= _ROUNDING * abs(mean):
        return 0.0
    with extra("measure"):
        from scipy.special import stdtr

    return float(2 * stdtr(size - 1, -abs(mean) / (deviation / math.sqrt(size))))


def randomisation_test(differences: Floats, *, trials: int = TRIALS, seed: int = 1) -> Floats:
    """Two-sided p for each column of differences (queries x figures); the coins are the same for all columns."""
    differing = differences[np.any(differences != 0, axis=1)]
    observed = np.abs(differing.sum(axis=0)) - _ROUNDING
    as_large = np.zeros(differences.shape[1])
    total = 0
    exact = len(differing) <= _EXACT
    for coins in _all_coins(len(differing)) if exact else _tossed(len(differing), trials, seed):
        sums = 2 * (coins @ differing) - differing.sum(axis=0)
        as_large += (np.abs(sums) >= observed).sum(axis=0)
        total += len(coins)
    # The order that was observed is one of the possible ones: a tossed sample counts it in, so p is never 0.
    result: Floats = as_large / total if exact else (as_large + 1) / (total + 1)
    return result


def smallest_p(differences: Floats, *, trials: int = TRIALS) -> Floats:
    """The smallest p that `randomisation_test` could give each column, if all its queries differed in one direction."""
    of_column = (differences != 0).sum(axis=0)
    exact = len(differences[np.any(differences != 0, axis=1)]) <= _EXACT
    result: Floats = np.minimum(1.0, 2.0 ** (1 - of_column) if exact else np.maximum(2.0 ** (1.0 - of_column), 1 / (trials + 1)))
    return result


def bootstrap_p(differences: Floats) -> float:
    """Two-sided p from resampled differences: twice the smaller share on the far side of 0."""
    size = len(differences)
    smaller = min(int((differences <= 0).sum()), int((differences >= 0).sum()))
    return min(1.0, 2 * (smaller + 1) / (size + 1))


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down correction: compare the results with the level as if there had been one test."""
    count = len(p_values)
    corrected = [0.0] * count
    largest = 0.0
    for rank, number in enumerate(sorted(range(count), key=lambda i: p_values[i])):
        largest = max(largest, min(1.0, (count - rank) * p_values[number]))
        corrected[number] = largest
    return corrected


def significant_in_the_thesis(p: float | None) -> bool | None:
    return None if p is None else p <= 0.025 or p >= 0.975


def _all_coins(size: int) -> Iterator[Floats]:
    yield (np.arange(1 << size)[:, None] >> np.arange(size)[None, :] & 1).astype(np.float64)


def _tossed(size: int, trials: int, seed: int) -> Iterator[Floats]:
    draw = np.random.default_rng(seed)
    batch = max(1, _BATCH // size)
    for begin in range(0, trials, batch):
        rows = min(batch, trials - begin)
        packed = np.frombuffer(draw.bytes(rows * ((size + 7) // 8)), dtype=np.uint8).reshape(rows, -1)
        yield np.unpackbits(packed, axis=1, count=size).astype(np.float64)
