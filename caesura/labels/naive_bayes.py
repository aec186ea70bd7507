"""The naive Bayes type model: each worker's errors are learnt from items whose true label is known (Snow et al. 2008)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

import numpy as np

from caesura.foundation import InputError, check_folds, one_of
from caesura.labels.model import Coded, LabelModel
from caesura.labels.softmax import softmax
from caesura.labels.table import Floats, Integers, LabelTable


class Smoothing(StrEnum):
    """`add-one`: (count + 1) / (items of the class + classes). `printed`: what Xu and Klakow print."""

    ADD_ONE = "add-one"
    PRINTED = "printed"


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

    def _learn(self, table: LabelTable, gold: Integers | None) -> None:
        one_of("smoothing", self.smoothing, Smoothing)
        if gold is None:
            raise InputError("naive-bayes learns from gold labels, none were given", cure="give some with gold= (--gold FILE)")
        known = np.flatnonzero(gold >= 0)
        if not known.size:
            raise InputError("no worker ever gave one of the gold labels", cure="are both files about the same classes?")
        check_folds(self.folds, max(1, len(known)), "gold items", least=1)
        self.table_ = table
        self.fold_ = np.full(len(gold), -1)
        if self.folds > 1:
            self.fold_[np.random.default_rng(self.seed).permutation(known)] = np.arange(len(known)) % self.folds
        self.log_prior_, self.log_likelihood_ = self._estimate(gold)
        self.gold_ = gold

    def _estimate(self, gold: Integers) -> tuple[Floats, Floats]:
        """Log prior of each class, and log P(label | truth) as workers x labels x truths."""
        table, size = self.table_, len(self.table_.classes)
        truths = gold[table.task_codes]
        rows = truths >= 0
        cells = (table.worker_codes[rows] * size + table.label_codes[rows]) * size + truths[rows]
        both = np.bincount(cells, minlength=len(table.workers) * size * size).reshape(-1, size, size)
        of_truth = both.sum(axis=1, keepdims=True)
        likelihood = (both + 1) / (of_truth + (size if self.smoothing == Smoothing.ADD_ONE else len(table)))
        with np.errstate(divide="ignore"):
            prior = np.log(np.bincount(gold[gold >= 0], minlength=size) / (gold >= 0).sum())
        return prior, np.log(likelihood)

    def _posterior(self, coded: Coded) -> Floats:
        posterior = self._judge(coded, self.log_prior_, self.log_likelihood_)
        folds = np.where(coded.known >= 0, self.fold_[coded.known], -1)
        for fold in range(self.folds if self.folds > 1 else 0):
            held_out = np.flatnonzero(folds == fold)
            if held_out.size:
                rows = folds[coded.tasks] == fold
                place = np.full(coded.size, -1)
                place[held_out] = np.arange(len(held_out))
                part = Coded(
                    place[coded.tasks[rows]], coded.workers[rows], coded.labels[rows], len(held_out), coded.known[held_out]
                )
                posterior[held_out] = self._judge(part, *self._estimate(np.where(self.fold_ == fold, -1, self.gold_)))
        return posterior

    def _judge(self, coded: Coded, log_prior: Floats, log_likelihood: Floats) -> Floats:
        scores = np.tile(log_prior, (coded.size, 1))
        for truth in range(len(log_prior)):
            given = log_likelihood[coded.workers, coded.labels, truth]
            scores[:, truth] += np.bincount(coded.tasks, weights=given, minlength=coded.size)
        return softmax(scores)[0]


MODEL = NaiveBayes
