"""One coin per worker: right with one probability whatever the class, wrong labels spread evenly."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

import numpy as np

from caesura.foundation import InputError
from caesura.labels.cells import Posterior
from caesura.labels.class_prior import ClassPrior, Prior
from caesura.labels.expectation_maximisation import check_limits, first_posterior, fit_by_em, highest, starts
from caesura.labels.model import Ballot, Coded, LabelModel
from caesura.labels.table import Floats, Integers, LabelTable
from caesura.labels.uniform_errors import uniform_error_posterior


class _Fitted(NamedTuple):
    prior: ClassPrior
    accuracy: Floats


@dataclass(eq=False)
class OneCoin(LabelModel):
    """EM over workers' accuracies; `right` and `wrong` are added to each worker's counts of right and wrong labels."""

    name: ClassVar[str] = "one-coin"
    description: ClassVar[str] = "an accuracy for each worker"
    citation: ClassVar[str] = "Dawid and Skene 1979 with one parameter per worker"

    right: float = 1.0
    wrong: float = 1.0
    class_prior: Prior = field(default="uniform")
    tolerance: float = 1e-7
    max_iterations: int = 1000
    restarts: int = 0

    def _learn(self, table: LabelTable, gold: Integers | None, start: Floats | None) -> Posterior:
        check_limits(self.tolerance, self.max_iterations, self.restarts)
        if not (self.right > 0 and self.wrong > 0):
            raise InputError("counts to add are not above 0", cure="give right and wrong above 0")
        ballot = Ballot.of(Coded.of(table), len(table.classes), gold)
        done = table.labels_per_worker + self.right + self.wrong

        def maximise(posterior: Floats, fitted: _Fitted) -> _Fitted:
            counts = np.bincount(table.worker_codes, weights=posterior[ballot.places], minlength=len(table.workers)) + self.right
            return _Fitted(fitted.prior.updated(ballot.cells, posterior), counts / done)

        def expect(fitted: _Fitted) -> tuple[Floats, float]:
            posterior, likelihood = self._judge(ballot, fitted)
            penalty = self.right * np.log(fitted.accuracy) + self.wrong * np.log1p(-fitted.accuracy)
            return posterior, likelihood + float(penalty.sum()) + fitted.prior.penalty

        blank = _Fitted(ClassPrior.of(table, self.class_prior), np.empty(0))
        limits: dict[str, Any] = {"tolerance": self.tolerance * len(table), "max_iterations": self.max_iterations}
        first = first_posterior(ballot, start)
        fits = [fit_by_em(one, blank, maximise, expect, **limits) for one in starts(ballot.cells, first, self.restarts, self.seed)]
        best = highest(fits)
        self.prior_, self.accuracy_ = best.parameters
        self.objective_, self.converged_, self.iterations_ = best.objective, best.converged, len(best.objective)
        self.restart_objectives_ = [fit.objective[-1] for fit in fits]
        return Posterior(ballot.cells, best.posterior)

    def _label_probabilities(self, tasks: Integers, workers: Integers, labels: Integers, truths: Integers) -> Floats:
        table = self._fitted
        others = np.full(len(tasks), len(table.classes) - 1) if table.choices is None else table.choices[tasks] - 1
        right = self.accuracy_[workers]
        return np.where(labels == truths, right, (1 - right) / np.maximum(others, 1))

    def _posterior(self, coded: Coded) -> Posterior:
        ballot = Ballot.of(coded, len(self._fitted.classes))
        return Posterior(ballot.cells, self._judge(ballot, _Fitted(self.prior_, self.accuracy_))[0])

    def _judge(self, ballot: Ballot, fitted: _Fitted) -> tuple[Floats, float]:
        log_right, log_wrong = np.log(fitted.accuracy), np.log1p(-fitted.accuracy)
        workers = ballot.coded.workers
        return uniform_error_posterior(ballot, log_right[workers], log_wrong[workers], fitted.prior.logs)


MODEL = OneCoin
