"""The naive Bayes type model: each worker's errors are learnt from items whose true label is known (Snow et al. 2008)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

import numpy as np

from caesura.foundation import InputError, check_folds, one_of
from caesura.labels.cells import Posterior
from caesura.labels.model import Ballot, Coded, LabelModel
from caesura.labels.sums import group_sums
from caesura.labels.table import Floats, Integers, LabelTable


class Smoothing(StrEnum):
    """`add-one`: (count + 1) / (items of the class + classes). `printed`: what Xu and Klakow print."""

    ADD_ONE = "add-one"
    PRINTED = "printed"


@dataclass(frozen=True, eq=False)
class _Taught:
    """Counts of worker, truth and label, and of worker and truth; `more` is what smoothing adds below the line."""

    keys: Integers
    counts: Integers
    pairs: Integers
    totals: Integers
    size: int
    more: int

    @classmethod
    def of(cls, keys: Integers, size: int, more: int) -> _Taught:
        return cls(*np.unique(keys, return_counts=True), *np.unique(keys // size, return_counts=True), size, more)

    def logs(self, workers: Integers, truths: Integers, labels: Integers) -> Floats:
        pairs = workers * self.size + truths
        both = _counted(self.keys, self.counts, pairs * self.size + labels)
        return np.log((both + 1) / (_counted(self.pairs, self.totals, pairs) + self.more))


def _counted(keys: Integers, counts: Integers, wanted: Integers) -> Integers:
    if not len(keys):
        return np.zeros_like(wanted)
    places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[places] == wanted, counts[places], 0)


@dataclass(eq=False)
class NaiveBayes(LabelModel):
    """P(label | truth) of each worker from gold items, then Bayes' rule with the gold items' class prior.

    The printed formula adds the number of items times labels per item below the line, which is the number of all labels,
    instead of the number of classes; its "or" above the line is read as "and" (taken by its letter, it would count a good
    worker's errors for them). A worker without gold items is neutral. Each item's own gold label is
    kept out of its judgement: gold items are judged by `folds`-fold cross validation, the others by all gold items. With
    `folds=1` nothing is kept out.
    """

    name: ClassVar[str] = "naive-bayes"
    description: ClassVar[str] = "workers are judged by gold labels, then Bayes' rule"
    citation: ClassVar[str] = "Snow et al. 2008; Xu and Klakow 2010, section 3.1"
    is_supervised: ClassVar[bool] = True

    smoothing: str = "add-one"
    folds: int = 20

    def _learn(self, table: LabelTable, gold: Integers | None, start: Floats | None) -> Posterior:  # noqa: ARG002 - no steps
        one_of("smoothing", self.smoothing, Smoothing)
        if gold is None:
            raise InputError("naive-bayes learns from gold labels, none were given", cure="give some with gold= (--gold FILE)")
        known = np.flatnonzero(gold >= 0)
        if not known.size:
            raise InputError("no worker ever gave one of the gold labels", cure="are both files about the same classes?")
        check_folds(self.folds, max(1, len(known)), "gold items", least=1)
        self.fold_ = np.full(len(gold), -1)
        if self.folds > 1:
            self.fold_[np.random.default_rng(self.seed).permutation(known)] = np.arange(len(known)) % self.folds
        self.taught_ = gold
        self.log_prior_, self.counts_ = self._estimate(gold)
        return self._posterior(Coded.of(table))

    def _estimate(self, gold: Integers) -> tuple[Floats, _Taught]:
        """Log prior of each class, and how often gold items teach each worker, truth and label (sorted keys, counts)."""
        table, size = self.table_, len(self.table_.classes)
        truths = gold[table.task_codes]
        rows = truths >= 0
        keys = (table.worker_codes[rows] * size + truths[rows]) * size + table.label_codes[rows]
        with np.errstate(divide="ignore"):
            prior = np.log(np.bincount(gold[gold >= 0], minlength=size) / (gold >= 0).sum())
        return prior, _Taught.of(keys, size, size if self.smoothing == Smoothing.ADD_ONE else len(table))

    def _posterior(self, coded: Coded) -> Posterior:
        ballot = Ballot.of(coded, len(self._fitted.classes))
        cells = ballot.cells
        values = self._judge(ballot, np.arange(len(coded.tasks)), self.log_prior_, self.counts_)
        folds = np.where(coded.known >= 0, self.fold_[coded.known], -1)
        for fold in range(self.folds if self.folds > 1 else 0):
            held_out = folds == fold
            if held_out.any():
                learned = self._estimate(np.where(self.fold_ == fold, -1, self.taught_))
                judged = self._judge(ballot, np.flatnonzero(held_out[coded.tasks]), *learned)
                values = np.where(held_out[cells.items], judged, values)
        return Posterior(cells, values)

    def _judge(self, ballot: Ballot, rows: Integers, log_prior: Floats, taught: _Taught) -> Floats:
        coded, cells = ballot.coded, ballot.cells
        owners, places = cells.of_rows(coded.tasks[rows])
        labels = rows[owners]
        given = taught.logs(coded.workers[labels], cells.classes[places], coded.labels[labels])
        evidence = group_sums(places, given, len(cells))
        scores = log_prior[cells.classes] + evidence
        # Where an item may only have labels it was given, it may be that no gold item has one of them.
        lost = np.maximum.reduceat(scores, cells.starts) == -np.inf
        return cells.softmax(np.where(lost[cells.items], evidence, scores))[0]


MODEL = NaiveBayes
