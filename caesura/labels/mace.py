"""MACE: a worker either knows the label or writes one down without looking (Hovy et al. 2013)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

import numpy as np

from caesura.foundation import InputError
from caesura.labels.cells import Posterior
from caesura.labels.class_prior import ClassPrior, Prior
from caesura.labels.dawid_skene import check_common_classes
from caesura.labels.expectation_maximisation import check_limits, first_posterior, fit_by_em, highest, starts
from caesura.labels.model import Ballot, Coded, LabelModel
from caesura.labels.sums import group_sums
from caesura.labels.table import Floats, Integers, LabelTable
from caesura.labels.uniform_errors import one_against_all


class _Fitted(NamedTuple):
    prior: ClassPrior
    #: How often each worker looks.
    looks: Floats
    #: Which label they write down when they do not: of each worker and label that occur together.
    habits: Floats


@dataclass(eq=False)
class Mace(LabelModel):
    """EM over how often each worker looks, and over the habits of those who do not.

    `looking` and `guessing` are added to the counts of labels that were looked at and that were not, `habit` to the counts of each
    label written down without looking.
    """

    name: ClassVar[str] = "mace"
    description: ClassVar[str] = "workers who look and workers who do not"
    citation: ClassVar[str] = "Hovy, Berg-Kirkpatrick, Vaswani and Hovy 2013"

    looking: float = 0.5
    guessing: float = 0.5
    habit: float = 0.5
    class_prior: Prior = field(default="uniform")
    tolerance: float = 1e-7
    max_iterations: int = 1000
    restarts: int = 0

    def _learn(self, table: LabelTable, gold: Integers | None, start: Floats | None) -> Posterior:
        check_limits(self.tolerance, self.max_iterations, self.restarts)
        if not min(self.looking, self.guessing, self.habit) > 0:
            raise InputError("counts to add are not above 0", cure="give looking, guessing and habit above 0")
        check_common_classes(table)
        size, count = len(table.classes), len(table.workers)
        ballot = Ballot.of(Coded.of(table), size, gold)
        self.pairs_, pairs = np.unique(table.worker_codes * size + table.label_codes, return_inverse=True)
        owners = self.pairs_ // size
        unseen = size - np.bincount(owners, minlength=count)

        def maximise(posterior: Floats, fitted: _Fitted) -> _Fitted:
            is_right = posterior[ballot.places]
            looks = fitted.looks[table.worker_codes]
            # Of a label that is right: was it looked at, or written down by chance?
            looked = is_right * looks / (looks + (1 - looks) * fitted.habits[pairs])
            seen = group_sums(table.worker_codes, looked, count) + self.looking
            guessed = group_sums(pairs, 1 - looked, len(self.pairs_)) + self.habit
            shares = guessed / (group_sums(owners, guessed, count) + unseen * self.habit)[owners]
            share = seen / (table.labels_per_worker + self.looking + self.guessing)
            return _Fitted(fitted.prior.updated(ballot.cells, posterior), share, shares)

        def expect(fitted: _Fitted) -> tuple[Floats, float]:
            posterior, likelihood = self._judge(ballot, fitted, pairs)
            penalty = self.looking * np.log(fitted.looks) + self.guessing * np.log1p(-fitted.looks)
            rest = np.maximum(1 - group_sums(owners, fitted.habits, count), 1e-300) / np.maximum(unseen, 1)
            habits = self.habit * float(np.log(fitted.habits).sum() + (unseen * np.log(rest))[unseen > 0].sum())
            return posterior, likelihood + float(penalty.sum()) + habits + fitted.prior.penalty

        blank = _Fitted(ClassPrior.of(table, self.class_prior), np.full(count, 0.5), np.full(len(self.pairs_), 1 / size))
        limits: dict[str, Any] = {"tolerance": self.tolerance * len(table), "max_iterations": self.max_iterations}
        first = first_posterior(ballot, start)
        fits = [fit_by_em(one, blank, maximise, expect, **limits) for one in starts(ballot.cells, first, self.restarts, self.seed)]
        best = highest(fits)
        self.prior_, self.competence_, self.habits_ = best.parameters
        self.objective_, self.converged_, self.iterations_ = best.objective, best.converged, len(best.objective)
        self.restart_objectives_ = [fit.objective[-1] for fit in fits]
        return Posterior(ballot.cells, best.posterior)

    def habits_of(self, workers: Integers, labels: Integers) -> Floats:
        """How likely these workers write down these labels when they do not look."""
        table, size = self._fitted, len(self._fitted.classes)
        wanted = workers * size + labels
        places = np.minimum(np.searchsorted(self.pairs_, wanted), len(self.pairs_) - 1)
        owners = self.pairs_ // size
        unseen = size - np.bincount(owners, minlength=len(table.workers))
        rest = (1 - group_sums(owners, self.habits_, len(table.workers))) / np.maximum(unseen, 1)
        return np.where(self.pairs_[places] == wanted, self.habits_[places], np.maximum(rest, 1e-12)[workers])

    def _label_probabilities(self, tasks: Integers, workers: Integers, labels: Integers, truths: Integers) -> Floats:  # noqa: ARG002 - all items alike
        looks = self.competence_[workers]
        probabilities: Floats = looks * (labels == truths) + (1 - looks) * self.habits_of(workers, labels)
        return probabilities

    def _posterior(self, coded: Coded) -> Posterior:
        ballot = Ballot.of(coded, len(self._fitted.classes))
        habits = self.habits_of(coded.workers, coded.labels)
        fitted = _Fitted(self.prior_, self.competence_, habits)
        return Posterior(ballot.cells, self._judge(ballot, fitted, np.arange(len(habits)))[0])

    def _judge(self, ballot: Ballot, fitted: _Fitted, pairs: Integers) -> tuple[Floats, float]:
        looks = fitted.looks[ballot.coded.workers]
        by_habit = (1 - looks) * fitted.habits[pairs]
        return one_against_all(ballot, np.log(looks + by_habit), np.log(by_habit), fitted.prior.logs)


MODEL = Mace
