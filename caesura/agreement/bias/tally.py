"""One habit, counted query by query and put next to what chance would do.

Annotations of one query resemble each other, so queries are what is drawn: p values come from flipping the sign of each query's
surplus over chance, or from dealing queries out again to the two corpora.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import asin, sqrt

import numpy as np
from numpy.typing import NDArray

from caesura.foundation import extra

Floats = NDArray[np.float64]

TRIALS = 2000
SEED = 1
# Trials are made in batches of about this many numbers.
_BATCH = 4_000_000


@dataclass(frozen=True)
class Tally:
    """By query: the sum of a value over the annotations that count, what the random model expects of that sum and of its
    variance, and how many annotations count. `share` says the values are yes or no."""

    total: Floats
    expected: Floats
    variance: Floats
    number: Floats
    share: bool = True

    @classmethod
    def of(cls, rows: Sequence[tuple[float, float, float, float]], *, share: bool) -> Tally:
        """From (total, expected, variance, number) per query; queries where nothing counts are left out."""
        table = np.array([row for row in rows if row[3]], dtype=np.float64).reshape(-1, 4)
        return cls(table[:, 0], table[:, 1], table[:, 2], table[:, 3], share)

    @property
    def queries(self) -> int:
        return len(self.number)

    @property
    def observed(self) -> float:
        return float(self.total.sum() / self.number.sum())

    @property
    def chance(self) -> float:
        return float(self.expected.sum() / self.number.sum())

    @property
    def surplus(self) -> Floats:
        """What each query has more than chance; a rounding error is not a surplus."""
        surplus = self.total - self.expected
        return np.where(np.abs(surplus) < 1e-9, 0.0, surplus)


@dataclass(frozen=True)
class Finding:
    """A habit next to chance and, where there is one, to a second corpus. `effect` is Cohen's h for shares, d for means."""

    bias: int
    habit: str
    where: str
    queries: int
    observed: float
    expected: float
    effect: float
    p: float
    test: str
    other: float | None = None
    other_queries: int | None = None
    other_effect: float | None = None
    other_p: float | None = None


def finding(
    bias: int, habit: str, where: str, tally: Tally, other: Tally | None = None, *, trials: int = TRIALS, seed: int = SEED
) -> Finding | None:
    """None where no annotation counts."""
    if not tally.queries:
        return None
    compared = other if other is not None and other.queries else None
    return Finding(
        bias,
        habit,
        where,
        tally.queries,
        tally.observed,
        tally.chance,
        _effect(tally, tally.observed, tally.chance),
        sign_flip_p(tally.surplus, trials=trials, seed=seed),
        "sign flips of queries",
        None if compared is None else compared.observed,
        None if compared is None else compared.queries,
        None if compared is None else _effect(tally, tally.observed, compared.observed),
        None if compared is None else dealt_anew_p(tally, compared, trials=trials, seed=seed),
    )


def sign_flip_p(surplus: Floats, *, trials: int = TRIALS, seed: int = SEED) -> float:
    """Two-sided: were queries as likely to lie above chance as below, how often would they sum to as much?"""
    observed = abs(float(surplus.sum()))
    draw = np.random.default_rng(seed)
    batch = max(1, _BATCH // max(1, len(surplus)))
    reached = 0
    for begin in range(0, trials, batch):
        positive = draw.integers(0, 2, size=(min(batch, trials - begin), len(surplus)), dtype=np.int8).astype(np.float64)
        sums = 2.0 * (positive @ surplus) - surplus.sum()
        reached += int((np.abs(sums) >= observed - 1e-9).sum())
    return (reached + 1) / (trials + 1)


def dealt_anew_p(one: Tally, other: Tally, *, trials: int = TRIALS, seed: int = SEED) -> float:
    """Two-sided: were the queries of both corpora dealt out again, how often would their surpluses differ as much?

    Surpluses over chance are compared, not plain means: the corpora may have queries of different lengths.
    """
    surplus = np.concatenate((one.surplus, other.surplus))
    number = np.concatenate((one.number, other.number))
    observed = abs(one.surplus.sum() / one.number.sum() - other.surplus.sum() / other.number.sum())
    draw = np.random.default_rng(seed)
    reached, batch = 0, max(1, _BATCH // len(surplus))
    for begin in range(0, trials, batch):
        rows = min(batch, trials - begin)
        mine = np.zeros((rows, len(surplus)), dtype=np.int8)
        mine[:, : one.queries] = 1
        dealt = draw.permuted(mine, axis=1).astype(np.float64)
        sums, numbers = dealt @ surplus, dealt @ number
        differences = sums / numbers - (surplus.sum() - sums) / (number.sum() - numbers)
        reached += int((np.abs(differences) >= observed - 1e-12).sum())
    return (reached + 1) / (trials + 1)


def chi_square(counts: Sequence[int], probabilities: Sequence[float]) -> tuple[float, int, float, float] | None:
    """Statistic, degrees of freedom, p and Cohen's w of counts against a distribution; None where nothing can be compared.

    Neighbouring cells are put together until chance expects five in each, as the approximation needs. Annotations of one query
    are not independent, so p is too small; w is the figure to read.
    """
    with extra("measure"):
        from scipy.stats import chi2

    total = sum(counts)
    cells: list[list[float]] = []
    open_cell = [0.0, 0.0]
    for count, probability in zip(counts, probabilities, strict=True):
        open_cell = [open_cell[0] + count, open_cell[1] + probability * total]
        if open_cell[1] >= 5:
            cells.append(open_cell)
            open_cell = [0.0, 0.0]
    if cells:
        cells[-1] = [cells[-1][0] + open_cell[0], cells[-1][1] + open_cell[1]]
    if len(cells) < 2:
        return None
    statistic = sum((count - expected) ** 2 / expected for count, expected in cells)
    return statistic, len(cells) - 1, float(chi2.sf(statistic, len(cells) - 1)), sqrt(statistic / total)


def _effect(tally: Tally, observed: float, baseline: float) -> float:
    if tally.share:
        return 2 * asin(sqrt(min(1.0, max(0.0, observed)))) - 2 * asin(sqrt(min(1.0, max(0.0, baseline))))
    spread = sqrt(float(tally.variance.sum() / tally.number.sum()))
    return (observed - baseline) / spread if spread else 0.0
