"""Weighted majority voting: a worker who agrees with the others counts more."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from caesura.foundation import InputError
from caesura.labels.majority import shares
from caesura.labels.model import Coded, LabelModel
from caesura.labels.table import Floats, Integers, LabelTable


@dataclass(eq=False)
class WeightedMajority(LabelModel):
    """Two rounds: a plain vote, then one in which each worker weighs the share of their labels that agreed with the first.

    A tie in the first round agrees in part with each of its labels. `weights` (worker -> 0 or more) replaces the first
    round, for instance by accuracies on gold questions.
    """

    name: ClassVar[str] = "weighted-majority"
    description: ClassVar[str] = "who agrees with the others counts more"
    citation: ClassVar[str] = "worker agreement with the aggregate (Wawa), Appen"

    weights: Mapping[Hashable, float] | None = None

    def _learn(self, table: LabelTable, gold: Integers | None) -> None:  # noqa: ARG002 - unsupervised
        self.classes_ = table.classes
        if self.weights is None:
            self.weights_ = _agreement(table)
            self.iterations_ = 2
            return
        missing = [worker for worker in table.workers if worker not in self.weights]
        if missing:
            raise InputError(f"worker {missing[0]} has no weight", cure="give every worker one")
        self.weights_ = np.array([self.weights[worker] for worker in table.workers], dtype=np.float64)
        if not (np.isfinite(self.weights_).all() and (self.weights_ >= 0).all()):
            raise InputError("a weight is negative or not a number", cure="give weights of 0 or more")

    def _posterior(self, coded: Coded) -> Floats:
        return shares(coded, len(self.classes_), self.weights_[coded.workers])


def _agreement(table: LabelTable) -> Floats:
    counts = table.counts
    winners = counts == counts.max(axis=1, keepdims=True)
    part = winners / winners.sum(axis=1, keepdims=True)
    agreed = np.bincount(table.worker_codes, weights=part[table.task_codes, table.label_codes], minlength=len(table.workers))
    found: Floats = agreed / table.labels_per_worker
    return found


MODEL = WeightedMajority
