"""Weighted majority voting: a worker who agrees with the others counts more."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from caesura.foundation import InputError
from caesura.labels.cells import Posterior
from caesura.labels.choosing import equally_likely
from caesura.labels.majority import shares
from caesura.labels.model import Ballot, Coded, LabelModel
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

    def _learn(self, table: LabelTable, gold: Integers | None, start: Floats | None) -> Posterior:  # noqa: ARG002 - no steps
        self.classes_ = table.classes
        ballot = Ballot.of(Coded.of(table), len(table.classes), gold)
        if self.weights is None:
            self.weights_ = _agreement(table, ballot)
            self.iterations_ = 2
        else:
            self.weights_ = self._given_weights(table)
        return shares(ballot, self.weights_[table.worker_codes])

    def _given_weights(self, table: LabelTable) -> Floats:
        given = self.weights or {}
        missing = [worker for worker in table.workers if worker not in given]
        if missing:
            raise InputError(f"worker {missing[0]} has no weight", cure="give every worker one")
        weights = np.array([given[worker] for worker in table.workers], dtype=np.float64)
        if not (np.isfinite(weights).all() and (weights >= 0).all()):
            raise InputError("a weight is negative or not a number", cure="give weights of 0 or more")
        return weights

    def _posterior(self, coded: Coded) -> Posterior:
        return shares(Ballot.of(coded, len(self.classes_)), self.weights_[coded.workers])


def _agreement(table: LabelTable, ballot: Ballot) -> Floats:
    """The share of each worker's labels that agrees with the first round; a tie agrees in part with each of its labels."""
    part = ballot.cells.normalised(equally_likely(shares(ballot, None)).astype(np.float64))
    agreed = np.bincount(table.worker_codes, weights=part[ballot.places], minlength=len(table.workers))
    agreement: Floats = agreed / table.labels_per_worker
    return agreement


MODEL = WeightedMajority
