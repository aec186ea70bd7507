"""Graded labels (relevance 0 to 4): a worker is too strict or too lenient by some amount, and more or less exact."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

import numpy as np

from caesura.foundation import InputError, extra
from caesura.labels.cells import Posterior
from caesura.labels.class_prior import ClassPrior, Prior
from caesura.labels.confusion import ConfusionLayout, ConfusionPrior
from caesura.labels.dawid_skene import check_common_classes
from caesura.labels.expectation_maximisation import check_limits, first_posterior, fit_by_em, highest, starts
from caesura.labels.model import Ballot, Coded, LabelModel
from caesura.labels.sums import group_sums
from caesura.labels.table import Floats, Integers, LabelTable

#: Leniences and errors that are tried, in grades.
_STEPS = 25
_ERRORS = 14
#: More grades than these are numbers rather than grades.
_GRADES = 50


class _Fitted(NamedTuple):
    prior: ClassPrior
    #: Which pair of lenience and error each worker has.
    chosen: Integers


@dataclass(eq=False)
class Ordinal(LabelModel):
    """A worker sees the grade with a lenience and an error of their own, and writes down the grade nearest to what they see.

    Classes are grades in ascending order. Each worker's lenience and error are the best of a grid, so every step is exact. Both
    have Gaussian priors: leniences around 0 with `lenience_deviation` grades, logarithms of errors around that of `error`.
    """

    name: ClassVar[str] = "ordinal"
    description: ClassVar[str] = "lenience and error of each worker, for grades"
    citation: ClassVar[str] = "a discretised normal distribution for each worker, after Raykar et al. 2010"
    is_graded: ClassVar[bool] = True

    lenience_deviation: float = 0.5
    error: float = 1.0
    error_deviation: float = 0.7
    class_prior: Prior = field(default="uniform")
    tolerance: float = 1e-7
    max_iterations: int = 1000
    restarts: int = 0

    def _learn(self, table: LabelTable, gold: Integers | None, start: Floats | None) -> Posterior:  # noqa: ARG002 - see below
        check_limits(self.tolerance, self.max_iterations, self.restarts)
        check_common_classes(table)
        if not min(self.lenience_deviation, self.error, self.error_deviation) > 0:
            raise InputError("a deviation or an error is not above 0", cure="give numbers above 0")
        size = len(table.classes)
        if size > _GRADES:
            raise InputError(f"{size} grades", cure=f"use at most {_GRADES}; for numbers, use caesura labels scores")
        ballot = Ballot.of(Coded.of(table), size, gold)
        if not ballot.cells.is_full:
            raise InputError("too many grades for so few labels", cure="use another model")
        layout, cells = ConfusionLayout(ballot, ConfusionPrior(1.0, 0.0, size)), ballot.cells
        self.leniences_, self.errors_, self.log_grades_ = self._grid(size)
        known = -((self.leniences_ / self.lenience_deviation) ** 2) / 2
        known -= ((np.log(self.errors_) - np.log(self.error)) / self.error_deviation) ** 2 / 2
        owners, labels = layout.keys // size, layout.keys % size
        # Grid points x truths x labels, as one matrix over truths and labels.
        flat = self.log_grades_.reshape(len(known), -1)

        def maximise(posterior: Floats, fitted: _Fitted) -> _Fitted:
            counts = np.zeros((len(table.workers), size, size))
            counts[owners, :, labels] = layout.counts(posterior)
            gain = counts.reshape(len(counts), -1) @ flat.T + known
            return _Fitted(fitted.prior.updated(cells, posterior), gain.argmax(axis=1))

        def expect(fitted: _Fitted) -> tuple[Floats, float]:
            logs = self.log_grades_[fitted.chosen[owners], :, labels]
            posterior, sums = cells.softmax(layout.scores(logs) + fitted.prior.logs[cells.classes])
            return posterior, float(sums.sum() + known[fitted.chosen].sum()) + fitted.prior.penalty

        blank = _Fitted(ClassPrior.of(table, self.class_prior), np.zeros(len(table.workers), dtype=np.int64))
        limits: dict[str, Any] = {"tolerance": self.tolerance * len(table), "max_iterations": self.max_iterations}
        # Steps on a grid end where they began to agree: from the votes every fit of the same labels ends at the same place.
        first = first_posterior(ballot, None)
        fits = [fit_by_em(one, blank, maximise, expect, **limits) for one in starts(cells, first, self.restarts, self.seed)]
        best = highest(fits)
        self.prior_, self.chosen_ = best.parameters
        self.objective_, self.converged_, self.iterations_ = best.objective, best.converged, len(best.objective)
        return Posterior(cells, best.posterior)

    @property
    def lenience_(self) -> Floats:
        """By how many grades each worker is too high (below 0: too low)."""
        leniences: Floats = self.leniences_[self.chosen_]
        return leniences

    @property
    def error_(self) -> Floats:
        """The deviation of each worker, in grades."""
        errors: Floats = self.errors_[self.chosen_]
        return errors

    def _grid(self, size: int) -> tuple[Floats, Floats, Floats]:
        """All pairs of lenience and error, and log P(label | truth) of each (pairs x truths x labels)."""
        with extra("measure"):
            from scipy.special import ndtr

        reach = max(1.0, (size - 1) / 2)
        lenience, error = (
            grid.ravel() for grid in np.meshgrid(np.linspace(-reach, reach, _STEPS), np.geomspace(0.15, max(1.0, size), _ERRORS))
        )
        grades = np.arange(size)
        edges = np.concatenate(([-np.inf], grades[:-1] + 0.5, [np.inf]))
        seen = edges[None, None, :] - grades[None, :, None] - lenience[:, None, None]
        shares = np.diff(ndtr(seen / error[:, None, None]), axis=2)
        # Nobody is quite sure never to slip: without it one label could rule a grade out for ever.
        return lenience, error, np.log(0.999 * shares + 0.001 / size)

    def _label_probabilities(self, tasks: Integers, workers: Integers, labels: Integers, truths: Integers) -> Floats:  # noqa: ARG002
        probabilities: Floats = np.exp(self.log_grades_[self.chosen_[workers], truths, labels])
        return probabilities

    def _posterior(self, coded: Coded) -> Posterior:
        ballot = Ballot.of(coded, len(self._fitted.classes))
        rows, places = ballot.cells.of_rows(coded.tasks)
        logs = self.log_grades_[self.chosen_[coded.workers[rows]], ballot.cells.classes[places], coded.labels[rows]]
        scores = group_sums(places, logs, len(ballot.cells)) + self.prior_.logs[ballot.cells.classes]
        return Posterior(ballot.cells, ballot.cells.softmax(scores)[0])


MODEL = Ordinal
