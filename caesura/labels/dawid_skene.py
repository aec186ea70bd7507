"""Dawid and Skene 1979: every worker has a confusion matrix, learnt without gold labels."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

import numpy as np

from caesura.foundation import InputError
from caesura.labels.cells import Posterior
from caesura.labels.class_prior import ClassPrior, Prior
from caesura.labels.confusion import Confusion, ConfusionLayout, ConfusionPrior
from caesura.labels.expectation_maximisation import check_limits, first_posterior, fit_by_em, highest, starts
from caesura.labels.model import Ballot, Coded, LabelModel
from caesura.labels.table import Floats, Integers, LabelTable


class _Fitted(NamedTuple):
    prior: ClassPrior
    confusion: Confusion | None


@dataclass(eq=False)
class DawidSkene(LabelModel):
    """EM over workers' confusion matrices. `smoothing` is added to every cell of them, `trust` to those on the diagonal.

    Trust is what is known of people beforehand: they are rather right than wrong. It keeps workers with few labels from
    being read the wrong way round. With next to nothing of both this is the model as it was published. The defaults were
    chosen by leaving sets out (`python -m bench.label_defaults`).
    """

    name: ClassVar[str] = "dawid-skene"
    description: ClassVar[str] = "a confusion matrix for each worker"
    citation: ClassVar[str] = "Dawid and Skene 1979"

    smoothing: float = 1.0
    trust: float = 1.0
    class_prior: Prior = field(default="estimated")
    tolerance: float = 1e-7
    max_iterations: int = 1000
    restarts: int = 0

    def _learn(self, table: LabelTable, gold: Integers | None, start: Floats | None) -> Posterior:
        check_limits(self.tolerance, self.max_iterations, self.restarts)
        expected = ConfusionPrior.checked(self.smoothing, self.trust, len(table.classes))
        check_common_classes(table)
        ballot = Ballot.of(Coded.of(table), len(table.classes), gold)
        layout, cells = ConfusionLayout(ballot, expected), ballot.cells
        unreached = UnreachedCells.of(layout, len(table.workers))

        def maximise(posterior: Floats, fitted: _Fitted) -> _Fitted:
            counts = layout.counts(posterior)
            totals = layout.totals(counts) + expected.total
            return _Fitted(fitted.prior.updated(cells, posterior), Confusion(layout, counts + layout.added, totals))

        def expect(fitted: _Fitted) -> tuple[Floats, float]:
            confusion = _made(fitted)
            logs = confusion.logs(np.log)
            posterior, sums = cells.softmax(layout.scores(logs) + fitted.prior.logs[cells.classes])
            penalty = float((layout.added * logs).sum()) + unreached.penalty(confusion.totals) + fitted.prior.penalty
            return posterior, float(sums.sum()) + penalty

        blank = _Fitted(ClassPrior.of(table, self.class_prior, self.smoothing), None)
        limits: dict[str, Any] = {"tolerance": self.tolerance * len(table), "max_iterations": self.max_iterations}
        first = first_posterior(ballot, start)
        fits = [fit_by_em(one, blank, maximise, expect, **limits) for one in starts(cells, first, self.restarts, self.seed)]
        best = highest(fits)
        self.prior_, self.counts_ = best.parameters.prior, _made(best.parameters)
        self.objective_, self.converged_, self.iterations_ = best.objective, best.converged, len(best.objective)
        self.restart_objectives_ = [fit.objective[-1] for fit in fits]
        return Posterior(cells, best.posterior)

    @property
    def confusion_(self) -> Floats:
        """P(label | truth) as workers x truths x labels."""
        return self.counts_.matrices()

    def _label_probabilities(self, tasks: Integers, workers: Integers, labels: Integers, truths: Integers) -> Floats:  # noqa: ARG002 - all items alike
        count, total = self.counts_.look_up(workers, labels, truths)
        shares: Floats = (count / total)[:, 0]
        return shares

    def _posterior(self, coded: Coded) -> Posterior:
        return self.counts_.posterior(Ballot.of(coded, len(self._fitted.classes)), self.prior_.logs, np.log)


@dataclass(frozen=True, eq=False)
class UnreachedCells:
    """What the prior adds to the objective for cells of confusion matrices that no label reaches."""

    constant: Floats
    mass: Floats
    rest: float

    @classmethod
    def of(cls, layout: ConfusionLayout, workers: int) -> UnreachedCells:
        prior, added = layout.prior, layout.added
        high, low = prior.smoothing + prior.trust, prior.smoothing
        whole = float(high * np.log(high) + (prior.classes - 1) * low * np.log(low))
        constant = whole - layout.totals(added * np.log(added))
        rest = float(workers * prior.classes - constant.size) * (whole - prior.total * float(np.log(prior.total)))
        return cls(constant, prior.total - layout.totals(added), rest)

    def penalty(self, totals: Floats) -> float:
        return float((self.constant - self.mass * np.log(totals)).sum()) + self.rest


def check_common_classes(table: LabelTable) -> None:
    if table.choices is not None:
        raise InputError("items with classes of their own have no common confusion matrix", cure="use one-coin or glad")


def _made(fitted: _Fitted) -> Confusion:
    if fitted.confusion is None:
        raise TypeError("the M-step comes first")
    return fitted.confusion


MODEL = DawidSkene
