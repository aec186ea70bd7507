"""How likely each class is before any label is seen: uniform, given, or estimated along the way."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

import numpy as np

from caesura.foundation import InputError
from caesura.labels.cells import Cells
from caesura.labels.sums import group_sums
from caesura.labels.table import Floats, LabelTable

#: "uniform", "estimated", or class -> probability.
Prior = str | Mapping[Hashable, float]


@dataclass(frozen=True, eq=False)
class ClassPrior:
    """Log probabilities, and whether each M-step estimates them again (with `smoothing` more items of each class)."""

    logs: Floats
    estimated: bool
    smoothing: float

    @classmethod
    def of(cls, table: LabelTable, prior: Prior, smoothing: float = 1.0) -> ClassPrior:
        size = len(table.classes)
        if isinstance(prior, Mapping):
            return cls(np.log(_given(table, prior)), False, smoothing)
        if prior not in ("uniform", "estimated"):
            raise InputError(f"no class prior is called '{prior}'", cure="give uniform, estimated, or a probability for each class")
        return cls(np.full(size, -np.log(size)), prior == "estimated", smoothing)

    def updated(self, cells: Cells, posterior: Floats) -> ClassPrior:
        if not self.estimated:
            return self
        counts = class_sums(cells, posterior) + self.smoothing
        # A class that no item seems to have would be log 0 without smoothing; it stays out of reach all the same.
        return ClassPrior(np.log(np.maximum(counts / counts.sum(), 1e-300)), True, self.smoothing)

    def uniform(self) -> ClassPrior:
        """All classes equally likely, not estimated."""
        return ClassPrior(np.full(len(self.logs), -np.log(len(self.logs))), False, self.smoothing)

    @property
    def penalty(self) -> float:
        """What smoothing adds to the objective: a Dirichlet prior on the class probabilities."""
        return float(self.smoothing * self.logs.sum()) if self.estimated else 0.0


def class_sums(cells: Cells, posterior: Floats) -> Floats:
    """How many items each class is expected to have."""
    if cells.is_full:
        sums: Floats = posterior.reshape(cells.count, cells.size).sum(axis=0)
        return sums
    return group_sums(cells.classes, posterior, cells.size)


def state_sums(cells: Cells, posterior: Floats) -> Floats:
    """How many items each state of each class is expected to have (classes x states), from cells x states."""
    states = posterior.shape[1]
    if cells.is_full:
        sums: Floats = posterior.reshape(cells.count, cells.size * states).sum(axis=0).reshape(cells.size, states)
        return sums
    return np.stack([group_sums(cells.classes, posterior[:, state], cells.size) for state in range(states)], axis=1)


def _given(table: LabelTable, prior: Mapping[Hashable, float]) -> Floats:
    missing = [name for name in table.classes if name not in prior]
    if missing:
        raise InputError(f"the class prior leaves out '{missing[0]}'", cure="give every class a probability")
    weights = np.array([prior[name] for name in table.classes], dtype=np.float64)
    if not (weights > 0).all() or not np.isfinite(weights).all():
        raise InputError("a class prior is not above 0", cure="give every class a probability above 0")
    normalised: Floats = weights / weights.sum()
    return normalised
