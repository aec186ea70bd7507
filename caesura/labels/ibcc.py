"""IBCC, independent Bayesian classifier combination: Dawid and Skene's model with priors on everything, fitted variationally."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from caesura.foundation import InputError
from caesura.labels.cells import Posterior
from caesura.labels.class_prior import class_sums
from caesura.labels.confusion import ConfusionLayout, ConfusionPrior
from caesura.labels.dawid_skene import check_common_classes
from caesura.labels.dirichlet import digamma
from caesura.labels.expectation_maximisation import check_limits, first_posterior, starts, vote_shares
from caesura.labels.model import Ballot, Coded, LabelModel
from caesura.labels.sums import group_sums
from caesura.labels.table import Floats, Integers, LabelTable
from caesura.labels.variational import StatePrior, VariationalFit, fit_variationally


@dataclass(eq=False)
class BayesianCombination(LabelModel):
    """What IBCC and EBCC share. `smoothing` and `trust` are counts of a confusion matrix that were seen beforehand.

    `class_prior` is how many items of each class were: a number, or "votes" for the votes' own shares of all items.
    """

    smoothing: float = 1.0
    trust: float = 3.0
    class_prior: float | str = 1.0
    tolerance: float = 1e-6
    max_iterations: int = 1000
    restarts: int = 0

    def _learn(self, table: LabelTable, gold: Integers | None, start: Floats | None) -> Posterior:
        check_limits(self.tolerance, self.max_iterations, self.restarts)
        check_common_classes(table)
        ballot = Ballot.of(Coded.of(table), len(table.classes), gold)
        layout = ConfusionLayout(ballot, ConfusionPrior.checked(self.smoothing, self.trust, len(table.classes)))
        prior = self._states(self._class_counts(ballot))
        enough = self.tolerance * len(table)
        fits = [
            fit_variationally(layout, prior, one, tolerance=enough, max_iterations=self.max_iterations)
            for one in self._starts(ballot, first_posterior(ballot, start))
        ]
        best = max(fits, key=lambda fit: fit.objective[-1])
        self.fit_, self.states_ = best, prior
        self.objective_, self.converged_, self.iterations_ = best.objective, best.converged, best.iterations
        self.restart_objectives_ = [fit.objective[-1] for fit in fits]
        return Posterior(ballot.cells, best.posterior)

    def _class_counts(self, ballot: Ballot) -> Floats:
        if self.class_prior == "votes":
            # A class that was only ever given by way of a known label still needs a prior above 0.
            return np.maximum(class_sums(ballot.cells, vote_shares(ballot)), 1e-3)
        if isinstance(self.class_prior, str) or not self.class_prior > 0:
            raise InputError(f"a class prior of {self.class_prior}", cure="give a number above 0, or votes")
        return np.full(ballot.cells.size, float(self.class_prior))

    def _states(self, class_counts: Floats) -> StatePrior:
        return StatePrior(class_counts, 0.0, 1)

    def _starts(self, ballot: Ballot, first: Floats) -> list[Floats]:
        return [one[:, None] for one in starts(ballot.cells, first, self.restarts, self.seed)]

    @property
    def confusion_(self) -> Floats:
        """Expected P(label | truth) as workers x truths x labels."""
        fit: VariationalFit = self.fit_
        if fit.confusion.states == 1:
            return fit.confusion.matrices()
        return fit.confusion.matrices(fit.state_counts / fit.state_counts.sum(axis=1, keepdims=True))

    def likelihoods(self, tasks: Integers, workers: Integers, labels: Integers) -> Floats:
        """As for all models, state by state."""
        cells, fit = self.posterior_.cells, self.fit_
        rows, places = cells.of_rows(tasks)
        count, total = fit.confusion.look_up(workers[rows], labels[rows], cells.classes[places])
        return group_sums(rows, (fit.states[places] * count / total).sum(axis=1), len(tasks))

    def _posterior(self, coded: Coded) -> Posterior:
        ballot = Ballot.of(coded, len(self._fitted.classes))
        return self.fit_.confusion.posterior(ballot, self.fit_.before(self.states_), digamma)


@dataclass(eq=False)
class Ibcc(BayesianCombination):
    """A confusion matrix for each worker, with Dirichlet priors on it and on the classes."""

    name: ClassVar[str] = "ibcc"
    description: ClassVar[str] = "Bayesian confusion matrices"
    citation: ClassVar[str] = "Kim and Ghahramani 2012; Li, Rubinstein and Cohn 2019"


MODEL = Ibcc
