"""Calibration: of the places where the model says 70 %, 70 % of people should break.

Log odds are stretched and shifted so that the cross entropy with the shares is least; both numbers are fitted on predictions for
queries that were not trained on. The expected calibration error is the mean distance between what was said and what was, over
bins of equal width, weighted by how many places fall into them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np
import numpy.typing as npt

from caesura.foundation import PathLike, extra, fit_calibration, save_figure
from caesura.segmenters.learned.distribution import Chain

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Bin:
    """Places where the prediction fell between `low` and `high`: how many, the mean prediction, the mean share."""

    low: float
    high: float
    places: int
    predicted: float
    observed: float


def fitted(log_odds: Vector, shares: Vector, *, pull: float = 0.0) -> tuple[float, float]:
    """Stretch and shift; scores that say nothing, or the opposite, leave the scale alone: the shift alone is then the answer.
    Where examples are few, `pull` keeps both near one and nothing."""
    stretch, shift = fit_calibration(log_odds, shares, pull=pull)
    return (stretch, shift) if 0.1 < stretch < 10 else (1.0, shift)


def fitted_odds_ratio(shares: Sequence[Sequence[float]], votes: Sequence[Sequence[tuple[tuple[int, ...], int]]]) -> float:
    """The odds ratio of neighbouring breaks under which the annotators' whole segmentations are likeliest."""

    def likelihood(log_ratio: float) -> float:
        total = 0.0
        for predicted, listed in zip(shares, votes, strict=True):
            if len(predicted) > 1:
                chain = Chain(predicted, float(np.exp(log_ratio)))
                count = sum(votes for _, votes in listed)
                total += sum(votes * log(max(chain.probability(breaks), 1e-12)) for breaks, votes in listed) / count
        return total

    with extra("measure"):
        from scipy.optimize import minimize_scalar

    # The likelihood has one peak in the logarithm.
    lowest = minimize_scalar(lambda ratio: -likelihood(ratio), bounds=(-4.0, 4.0), method="bounded", options={"xatol": 0.001})
    return round(float(np.exp(lowest.x)), 6)


def reliability(predicted: Sequence[float], observed: Sequence[float], bins: int = 10) -> list[Bin]:
    """Predictions in bins of equal width, empty ones left out."""
    said, was = np.asarray(predicted, np.float64), np.asarray(observed, np.float64)
    number = np.minimum((said * bins).astype(np.int64), bins - 1)
    return [
        Bin(at / bins, (at + 1) / bins, int(inside.sum()), float(said[inside].mean()), float(was[inside].mean()))
        for at in range(bins)
        if (inside := number == at).any()
    ]


def calibration_error(bins: Sequence[Bin]) -> float:
    """The expected calibration error."""
    total = sum(one.places for one in bins)
    return sum(one.places * abs(one.predicted - one.observed) for one in bins) / total if total else 0.0


def bins_as_lists(bins: Sequence[Bin]) -> list[list[float]]:
    """Bins as a model card holds them: mean prediction, mean share, number of places."""
    return [[round(one.predicted, 4), round(one.observed, 4), one.places] for one in bins]


def save_reliability(listed: Sequence[Sequence[float]], path: PathLike) -> None:
    """Draw what a card holds, as PNG, SVG or PDF by the file's name."""
    width = 1 / max(len(listed), 1)
    bins = [Bin(at * width, (at + 1) * width, int(row[2]), row[0], row[1]) for at, row in enumerate(listed)]
    title = f"calibration error {calibration_error(bins):.3f}"
    save_figure(reliability_figure(bins), path, title=title, size=(4.6, 4.4), dpi=140)


def reliability_figure(bins: Sequence[Bin]) -> Callable[[Any], None]:
    """What was said against what was; on the diagonal both agree. Points grow with the number of places."""

    def draw(axes: Any) -> None:
        axes.plot([0, 1], [0, 1], color="0.7", linewidth=1)
        most = max((one.places for one in bins), default=1)
        sizes = [20 + 160 * one.places / most for one in bins]
        axes.scatter([one.predicted for one in bins], [one.observed for one in bins], s=sizes, color="#1f5fa8", zorder=3)
        axes.set(
            xlim=(0, 1), ylim=(0, 1), xlabel="predicted share of breaks", ylabel="share of annotators who break", aspect="equal"
        )

    return draw
