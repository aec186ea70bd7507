"""Dawid and Skene 1979: every worker has a confusion matrix, learnt without gold labels."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

import numpy as np

from caesura.errors import InputError
from caesura.labels.class_prior import ClassPrior, Prior
from caesura.labels.climbing import check_limits, climb, highest, starts, vote_shares
from caesura.labels.model import Coded, LabelModel
from caesura.labels.softmax import softmax
from caesura.labels.table import Floats, Integers, LabelTable


class _Fitted(NamedTuple):
    prior: ClassPrior
    #: Log P(label | truth) for each pair of worker and label that occurs (pairs x truths).
    logs: Floats
    #: Expected number of labels per worker and truth (workers x truths).
    of_truth: Floats


@dataclass(eq=False)
class DawidSkene(LabelModel):
    """EM over workers' confusion matrices; `smoothing` is added to every cell of them (1 as in naive Bayes).

    Only pairs of worker and label that occur are kept, so memory grows with the labels and not with workers x classes²;
    both steps are one product with a sparse matrix.
    """

    name: ClassVar[str] = "dawid-skene"
    citation: ClassVar[str] = "Dawid and Skene 1979"

    smoothing: float = 1.0
    class_prior: Prior = field(default="estimated")
    tolerance: float = 1e-7
    max_iterations: int = 1000
    restarts: int = 0

    def _learn(self, table: LabelTable, gold: Integers | None) -> None:  # noqa: ARG002 - unsupervised
        check_limits(self.tolerance, self.max_iterations, self.restarts)
        if not self.smoothing > 0:
            raise InputError(f"a smoothing of {self.smoothing}", cure="give a number above 0: a cell that is 0 could never recover")
        if table.choices is not None:
            raise InputError("items with classes of their own have no common confusion matrix", cure="take one-coin or glad")
        size = len(table.classes)
        cells = table.worker_codes * size + table.label_codes
        self.pairs_, places = np.unique(cells, return_inverse=True)
        pair_workers = self.pairs_ // size
        votes = _sparse(places, table.task_codes, (len(self.pairs_), len(table.tasks)))
        items = votes.T.tocsr()
        # Cells of the confusion matrices that no label fills still count in the penalty.
        empty = size - np.bincount(pair_workers, minlength=len(table.workers))

        def maximise(posterior: Floats, fitted: _Fitted) -> _Fitted:
            counts = votes @ posterior + self.smoothing
            of_truth = np.zeros((len(table.workers), size))
            np.add.at(of_truth, pair_workers, counts)
            of_truth += (empty * self.smoothing)[:, None]
            return _Fitted(fitted.prior.updated(posterior), np.log(counts / of_truth[pair_workers]), of_truth)

        def expect(fitted: _Fitted) -> tuple[Floats, float]:
            posterior, sums = softmax(items @ fitted.logs + fitted.prior.logs)
            unfilled = float((empty[:, None] * (np.log(self.smoothing) - np.log(fitted.of_truth))).sum())
            penalty = self.smoothing * (float(fitted.logs.sum()) + unfilled) + fitted.prior.penalty
            return posterior, float(sums.sum()) + penalty

        blank = _Fitted(ClassPrior.of(table, self.class_prior, self.smoothing), np.empty(0), np.empty(0))
        limits: dict[str, Any] = {"tolerance": self.tolerance * len(table), "max_iterations": self.max_iterations}
        first = vote_shares(table)
        climbs = [climb(start, blank, maximise, expect, **limits) for start in starts(table, first, self.restarts, self.seed)]
        best = highest(climbs)
        self.prior_ = best.parameters.prior
        self.logs_, self.of_truth_ = best.parameters.logs, best.parameters.of_truth
        self.objective_, self.converged_, self.iterations_ = best.objective, best.converged, len(best.objective)
        self.restart_objectives_ = [found.objective[-1] for found in climbs]

    @property
    def confusion_(self) -> Floats:
        """P(label | truth) as workers x truths x labels."""
        table, size = self._fitted, len(self._fitted.classes)
        found = np.repeat((self.smoothing / self.of_truth_)[:, None, :], size, axis=1)
        found[self.pairs_ // size, self.pairs_ % size] = np.exp(self.logs_)
        return found.reshape(len(table.workers), size, size).transpose(0, 2, 1)

    def _posterior(self, coded: Coded) -> Floats:
        size = len(self._fitted.classes)
        cells = coded.workers * size + coded.labels
        places = np.minimum(np.searchsorted(self.pairs_, cells), len(self.pairs_) - 1)
        seen = self.pairs_[places] == cells
        scores = _sparse(coded.tasks[seen], places[seen], (coded.size, len(self.pairs_))) @ self.logs_ + self.prior_.logs
        if not seen.all():
            unfilled = np.log(self.smoothing) - np.log(self.of_truth_[coded.workers[~seen]])
            np.add.at(scores, coded.tasks[~seen], unfilled)
        return softmax(scores)[0]


def _sparse(rows: Integers, columns: Integers, shape: tuple[int, int]) -> Any:
    from scipy.sparse import csr_array

    return csr_array((np.ones(len(rows)), (rows, columns)), shape=shape)
