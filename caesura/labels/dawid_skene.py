"""Dawid and Skene 1979: every worker has a confusion matrix, learnt without gold labels."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

import numpy as np

from caesura.foundation import InputError, extra
from caesura.labels.class_prior import ClassPrior, Prior
from caesura.labels.expectation_maximisation import check_limits, fit_by_em, highest, starts, vote_shares
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
    """EM over workers' confusion matrices. `smoothing` is added to every cell of them, `trust` to those on the diagonal.

    Trust is what is known of people beforehand: they are rather right than wrong. It keeps workers with few labels from
    being read the wrong way round. With next to nothing of both this is the model as it was published.

    Only pairs of worker and label that occur are kept, so memory grows with the labels and not with workers x classes²;
    both steps are one product with a sparse matrix.
    """

    name: ClassVar[str] = "dawid-skene"
    description: ClassVar[str] = "a confusion matrix for each worker"
    citation: ClassVar[str] = "Dawid and Skene 1979"

    smoothing: float = 1e-6
    trust: float = 0.1
    class_prior: Prior = field(default="estimated")
    tolerance: float = 1e-7
    max_iterations: int = 1000
    restarts: int = 0

    def _learn(self, table: LabelTable, gold: Integers | None) -> None:  # noqa: ARG002 - unsupervised
        check_limits(self.tolerance, self.max_iterations, self.restarts)
        if not self.smoothing > 0 or not self.trust >= 0:
            # A cell of the confusion matrix that is 0 could never recover.
            problem = f"a smoothing of {self.smoothing} and a trust of {self.trust}"
            raise InputError(problem, cure="give a smoothing above 0 and a trust of 0 or more")
        if table.choices is not None:
            raise InputError("items with classes of their own have no common confusion matrix", cure="use one-coin or glad")
        size = len(table.classes)
        cells = table.worker_codes * size + table.label_codes
        self.pairs_, places = np.unique(cells, return_inverse=True)
        pair_workers = self.pairs_ // size
        votes = _sparse(places, table.task_codes, (len(self.pairs_), len(table.tasks)))
        items = votes.T.tocsr()
        added = np.full((len(self.pairs_), size), self.smoothing)
        added[np.arange(len(self.pairs_)), self.pairs_ % size] += self.trust
        # Cells of the confusion matrices that no label fills still count, on the diagonal and beside it.
        on_diagonal = np.ones((len(table.workers), size))
        on_diagonal[pair_workers, self.pairs_ % size] = 0
        beside = (size - np.bincount(pair_workers, minlength=len(table.workers)))[:, None] - on_diagonal
        high, low = self.smoothing + self.trust, self.smoothing

        def maximise(posterior: Floats, fitted: _Fitted) -> _Fitted:
            counts = votes @ posterior + added
            of_truth = on_diagonal * high + beside * low
            np.add.at(of_truth, pair_workers, counts)
            return _Fitted(fitted.prior.updated(posterior), np.log(counts / of_truth[pair_workers]), of_truth)

        def expect(fitted: _Fitted) -> tuple[Floats, float]:
            posterior, sums = softmax(items @ fitted.logs + fitted.prior.logs)
            totals = np.log(fitted.of_truth)
            unfilled = on_diagonal * high * (np.log(high) - totals) + beside * low * (np.log(low) - totals)
            penalty = float((added * fitted.logs).sum() + unfilled.sum()) + fitted.prior.penalty
            return posterior, float(sums.sum()) + penalty

        blank = _Fitted(ClassPrior.of(table, self.class_prior, self.smoothing), np.empty(0), np.empty(0))
        limits: dict[str, Any] = {"tolerance": self.tolerance * len(table), "max_iterations": self.max_iterations}
        first = vote_shares(table)
        fits = [fit_by_em(start, blank, maximise, expect, **limits) for start in starts(table, first, self.restarts, self.seed)]
        best = highest(fits)
        self.prior_ = best.parameters.prior
        self.logs_, self.of_truth_ = best.parameters.logs, best.parameters.of_truth
        self.objective_, self.converged_, self.iterations_ = best.objective, best.converged, len(best.objective)
        self.restart_objectives_ = [fit.objective[-1] for fit in fits]

    @property
    def confusion_(self) -> Floats:
        """P(label | truth) as workers x truths x labels."""
        table, size = self._fitted, len(self._fitted.classes)
        unfilled = np.full((size, size), self.smoothing) + self.trust * np.eye(size)
        shares = unfilled[None, :, :] / self.of_truth_[:, None, :]
        shares[self.pairs_ // size, self.pairs_ % size] = np.exp(self.logs_)
        return shares.reshape(len(table.workers), size, size).transpose(0, 2, 1)

    def _posterior(self, coded: Coded) -> Floats:
        size = len(self._fitted.classes)
        cells = coded.workers * size + coded.labels
        places = np.minimum(np.searchsorted(self.pairs_, cells), len(self.pairs_) - 1)
        seen = self.pairs_[places] == cells
        scores = _sparse(coded.tasks[seen], places[seen], (coded.size, len(self.pairs_))) @ self.logs_ + self.prior_.logs
        if not seen.all():
            workers, labels = coded.workers[~seen], coded.labels[~seen]
            never = np.full((len(workers), size), self.smoothing)
            never[np.arange(len(workers)), labels] += self.trust
            np.add.at(scores, coded.tasks[~seen], np.log(never) - np.log(self.of_truth_[workers]))
        return softmax(scores)[0]


def _sparse(rows: Integers, columns: Integers, shape: tuple[int, int]) -> Any:
    with extra("measure"):
        from scipy.sparse import csr_array

    return csr_array((np.ones(len(rows)), (rows, columns)), shape=shape)


MODEL = DawidSkene
