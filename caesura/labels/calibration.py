"""Are probabilities what they say? Of items that a model is 90 % sure of, nine in ten should be right."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caesura.labels.choosing import NONE
from caesura.labels.model import LabelModel
from caesura.labels.table import Integers

#: Upper ends of the bins; crowds' posteriors crowd together near 1.
_ENDS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)


class ReliabilityBin(NamedTuple):
    """Items whose likeliest class has about the same probability: how many, how probable on average, how many right."""

    items: int
    probability: float
    accuracy: float

    def row(self) -> dict[str, Any]:
        return self._asdict()


def reliability(model: LabelModel, gold: Integers) -> list[ReliabilityBin]:
    """Of a fitted model against gold codes, lowest probabilities first; bins without items are left out."""
    judged = gold != NONE
    sure, right = model.posterior_.highest[judged], model.codes_[judged] == gold[judged]
    places = np.searchsorted(np.array(_ENDS[:-1]), sure, side="left")
    bins = []
    for place in range(len(_ENDS)):
        own = places == place
        if own.any():
            bins.append(ReliabilityBin(int(own.sum()), float(sure[own].mean()), float(right[own].mean())))
    return bins


def calibration_error(bins: list[ReliabilityBin]) -> float:
    """The mean distance of probability and accuracy, bins weighing as many items as they have."""
    return sum(one.items * abs(one.probability - one.accuracy) for one in bins) / sum(one.items for one in bins)
