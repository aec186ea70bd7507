"""Which model, how many labels, for 95 %? And: ask again only where the answer is unsure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from caesura.foundation import Advance, InputError, unwatched
from caesura.labels.choosing import NONE
from caesura.labels.drawing import label_ranks
from caesura.labels.model import gold_codes
from caesura.labels.simulation import Point, fitted_quietly, model_for, whole
from caesura.labels.table import LabelTable

RESAMPLES = 2000
#: A mean of 19 of 20 may miss .95 by its last bit.
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Need:
    """How many labels per item a model needs for a target, by a simulation.

    `interval` holds the labels in 95 % of the resamples of gold items; None at an end means more than were simulated.
    `reached` is the share of resamples in which the target was reached at all.
    """

    model: str
    target: float
    labels: float | None
    interval: tuple[float | None, float | None]
    reached: float
    best: float
    best_labels: float

    def row(self) -> dict[str, Any]:
        return {
            "model": self.model,
            "target": self.target,
            "labels": None if self.labels is None else whole(self.labels),
            "from": None if self.interval[0] is None else whole(self.interval[0]),
            "to": None if self.interval[1] is None else whole(self.interval[1]),
            "reached": self.reached,
            "best_accuracy": self.best,
            "best_labels": whole(self.best_labels),
        }


def labels_needed(points: Sequence[Point], target: float = 0.95, *, seed: int = 1) -> list[Need]:
    """For each model the fewest labels per item whose accuracy reaches the target; the model that needs fewest first."""
    if not 0 < target <= 1:
        raise InputError(f"a target of {target}", cure="give an accuracy between 0 and 1, such as 0.95")
    needs: list[Need] = []
    for model in dict.fromkeys(point.model for point in points):
        curve = sorted((point for point in points if point.model == model), key=lambda point: point.value)
        values = np.array([point.value for point in curve])
        correct = np.array([point.correct for point in curve])
        items = correct.shape[1]
        drawn = np.random.default_rng(seed).multinomial(items, np.full(items, 1 / items), size=RESAMPLES) / items
        enough = drawn @ correct.T >= target - _ROUNDING
        first = np.where(enough.any(axis=1), values[enough.argmax(axis=1)], np.inf)
        low, high = np.quantile(first, [0.025, 0.975], method="inverted_cdf")
        means = [point.mean for point in curve]
        reached = [point.value for point in curve if point.mean >= target - _ROUNDING]
        best = int(np.argmax(means))
        ends = tuple(None if np.isinf(end) else float(end) for end in (low, high))
        share = float(np.isfinite(first).mean())
        needs.append(Need(model, target, min(reached, default=None), (ends[0], ends[1]), share, means[best], float(values[best])))
    return sorted(needs, key=lambda need: (float("inf") if need.labels is None else need.labels, -need.best))


@dataclass(frozen=True)
class Stopping:
    """What early stopping costs and gives, as means over repetitions, beside asking for the same number everywhere."""

    model: str
    threshold: float
    labels_per_item: float
    accuracy: float
    standard_error: float
    all_labels: float
    accuracy_with_all: float

    def row(self) -> dict[str, Any]:
        return {
            "model": self.model,
            "threshold": self.threshold,
            "labels_per_item": self.labels_per_item,
            "accuracy": self.accuracy,
            "standard_error": self.standard_error,
            "all_labels": self.all_labels,
            "accuracy_with_all": self.accuracy_with_all,
        }


def stop_early(
    table: LabelTable,
    gold: Any,
    *,
    model: str = "dawid-skene",
    threshold: float = 0.95,
    first: int = 2,
    most: int | None = None,
    repeats: int = 10,
    settings: Sequence[str] = (),
    folds: int = 20,
    ties: str = "lowest",
    seed: int = 1,
    advance: Advance = unwatched,
) -> Stopping:
    """Begin with `first` labels of each item; ask for one more wherever the model is less sure than the threshold.

    The labels come in a random order of those that were really given. After every round the model is fitted again.
    """
    if not 0.5 <= threshold <= 1 or first < 1 or repeats < 1:
        raise InputError(
            f"threshold {threshold}, first {first}, repeats {repeats}",
            cure="give a threshold of .5 to 1, and at least 1 of the others",
        )
    codes = gold_codes(table, gold)
    judged = codes != NONE
    limit = np.minimum(table.labels_per_task, most if most is not None else table.labels_per_task.max())
    costs, rights = list[float](), list[float]()
    for repeat in range(repeats):
        ranks = label_ranks(table, np.random.default_rng([seed, repeat]))
        asked = np.minimum(first, limit)
        while True:
            # Every item has a label at all times, so rows of the part and of the whole are the same items.
            part = table.keep(ranks < asked[table.task_codes])
            chosen, teaching = model_for(model, part, codes, folds, ties, seed, settings)
            fitted = fitted_quietly(chosen, part, teaching)
            unsure = (fitted.posterior_.highest < threshold) & (asked < limit)
            if not unsure.any():
                break
            asked = asked + unsure
        costs.append(float(asked.mean()))
        rights.append(float((fitted.codes_[judged] == codes[judged]).mean()))
        advance(1)
    chosen, teaching = model_for(model, table, codes, folds, ties, seed, settings)
    whole = fitted_quietly(chosen, table, teaching)
    accuracy = float(np.mean(rights))
    error = float(np.hypot(np.std(rights) / np.sqrt(repeats), np.sqrt(accuracy * (1 - accuracy) / judged.sum())))
    return Stopping(
        model,
        threshold,
        float(np.mean(costs)),
        accuracy,
        error,
        float(table.labels_per_task.mean()),
        float((whole.codes_[judged] == codes[judged]).mean()),
    )
