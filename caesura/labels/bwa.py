"""BWA, the Bayesian weighted average: each class a question of yes or no, answered by workers weighted by their precision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from caesura.foundation import InputError
from caesura.labels.cells import Posterior
from caesura.labels.dawid_skene import check_common_classes
from caesura.labels.expectation_maximisation import check_limits
from caesura.labels.model import Ballot, Coded, LabelModel
from caesura.labels.sums import group_sums
from caesura.labels.table import Flags, Floats, Integers, LabelTable


@dataclass(eq=False)
class Bwa(LabelModel):
    """A label is its item's value of a class, 0 to 1, with an error whose precision is the worker's own.

    Values have a Gaussian prior of precision `anchoring` around their common mean, precisions a gamma prior as strong as `strength`
    labels, whose scale comes from how much the votes differ. Values, mean and precisions are set to their best in turn, class by
    class; no step makes the joint probability smaller. Probabilities are the values, made to sum to 1.
    """

    name: ClassVar[str] = "bwa"
    description: ClassVar[str] = "an average weighted by workers' precision"
    citation: ClassVar[str] = "Li, Rubinstein and Cohn 2019, Truth inference at scale"

    strength: float = 15.0
    anchoring: float = 1.0
    tolerance: float = 1e-7
    max_iterations: int = 1000

    def _learn(self, table: LabelTable, gold: Integers | None, start: Floats | None) -> Posterior:  # noqa: ARG002 - votes are near
        check_limits(self.tolerance, self.max_iterations, 0)
        if not self.strength > 0 or not self.anchoring > 0:
            raise InputError(f"a strength of {self.strength}, an anchoring of {self.anchoring}", cure="give numbers above 0")
        check_common_classes(table)
        size = len(table.classes)
        ballot = Ballot.of(Coded.of(table), size, gold)
        if size == 1:
            self.precision_, self.mean_ = np.ones((1, len(table.workers))), np.ones(1)
            return Posterior(ballot.cells, np.ones(len(ballot.cells)))
        cells = ballot.cells
        self.precision_, self.mean_ = np.empty((size, len(table.workers))), np.empty(size)
        values, objectives = np.empty(len(cells)), list[list[float]]()
        by_class = np.argsort(cells.classes, kind="stable")
        ends = np.searchsorted(cells.classes[by_class], np.arange(size + 1))
        for label in range(size):
            known = None if gold is None else (gold >= 0, gold == label)
            shares, self.precision_[label], self.mean_[label], trace = self._one_class(table, table.label_codes == label, known)
            own = by_class[ends[label] : ends[label + 1]]
            values[own] = shares[cells.items[own]]
            objectives.append(trace)
        self.iterations_ = max(map(len, objectives))
        # The objective of all classes after each step; a class that ended earlier stays where it is.
        self.objective_ = [sum(trace[min(step, len(trace) - 1)] for trace in objectives) for step in range(self.iterations_)]
        return Posterior(cells, cells.normalised(values))

    def _one_class(
        self, table: LabelTable, is_given: Flags, known: tuple[Flags, Flags] | None
    ) -> tuple[Floats, Floats, float, list[float]]:
        tasks, workers, count = table.task_codes, table.worker_codes, len(table.tasks)
        said = is_given.astype(np.float64)
        value = group_sums(tasks, said, count) / table.labels_per_task
        if known is not None:
            value = np.where(known[0], known[1], value)
        spread = float((value * (1 - value))[tasks].mean())
        # Half right, half wrong is the widest spread of two classes; of more, the votes of one class differ less.
        scale = max(self.strength * spread * 4 * (1 - 1 / len(table.classes)), 1e-6)
        shape = self.strength + table.labels_per_worker
        trace: list[float] = []
        for _ in range(self.max_iterations):
            mean = float(value.mean())
            precision = shape / (scale + group_sums(workers, (said - value[tasks]) ** 2, len(table.workers)))
            weight = precision[workers]
            sums = self.anchoring * mean + group_sums(tasks, weight * said, count)
            value = sums / (self.anchoring + group_sums(tasks, weight, count))
            if known is not None:
                value = np.where(known[0], known[1], value)
            errors = group_sums(workers, (said - value[tasks]) ** 2, len(table.workers))
            joint = (shape * np.log(precision) - precision * (scale + errors)).sum() - self.anchoring * ((value - mean) ** 2).sum()
            trace.append(float(joint) / 2)
            if len(trace) > 1 and trace[-1] - trace[-2] <= self.tolerance * len(table):
                return value, precision, mean, trace
        self.converged_ = False
        return value, precision, mean, trace

    def _posterior(self, coded: Coded) -> Posterior:
        size = len(self._fitted.classes)
        ballot = Ballot.of(coded, size)
        cells = ballot.cells
        weight = self.precision_[coded.labels, coded.workers]
        sums = self.anchoring * self.mean_[cells.classes] + group_sums(ballot.places, weight, len(cells))
        rows, places = cells.of_rows(coded.tasks)
        weights = group_sums(places, self.precision_[cells.classes[places], coded.workers[rows]], len(cells))
        return Posterior(cells, cells.normalised(sums / (self.anchoring + weights)))


MODEL = Bwa
