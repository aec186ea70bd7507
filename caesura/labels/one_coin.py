"""One coin per worker: right with one probability whatever the class, wrong labels spread evenly."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from caesura.foundation import InputError
from caesura.labels.cells import Posterior
from caesura.labels.class_prior import ClassPrior, Prior
from caesura.labels.coins import Coins, coin_likelihoods, coin_posterior
from caesura.labels.expectation_maximisation import check_limits, first_posterior, highest, starts
from caesura.labels.model import Ballot, Coded, LabelModel
from caesura.labels.table import Floats, Integers, LabelTable


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
        each = np.ones(len(table.workers))
        coins = Coins(ballot, np.arange(len(table.workers)), self.right * each, self.wrong * each)
        fits = coins.fits(
            ClassPrior.of(table, self.class_prior),
            starts(ballot.cells, first_posterior(ballot, start), self.restarts, self.seed),
            tolerance=self.tolerance,
            max_iterations=self.max_iterations,
        )
        best = highest(fits)
        self.prior_, self.accuracy_ = best.parameters
        self.objective_, self.converged_, self.iterations_ = best.objective, best.converged, len(best.objective)
        self.restart_objectives_ = [fit.objective[-1] for fit in fits]
        return Posterior(ballot.cells, best.posterior)

    def _label_probabilities(self, tasks: Integers, workers: Integers, labels: Integers, truths: Integers) -> Floats:
        return coin_likelihoods(self._fitted, self.accuracy_[workers], tasks, labels, truths)

    def _posterior(self, coded: Coded) -> Posterior:
        ballot = Ballot.of(coded, len(self._fitted.classes))
        return Posterior(ballot.cells, coin_posterior(ballot, self.prior_, self.accuracy_)[0])


MODEL = OneCoin
