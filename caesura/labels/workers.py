"""What each worker is worth: accuracy, confusion, pace, and how likely they answer at random."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

from caesura.foundation import InputError
from caesura.labels.cells import Cells, Posterior
from caesura.labels.choosing import NONE
from caesura.labels.dirichlet import log_gamma
from caesura.labels.gold_accuracy import Accuracy
from caesura.labels.model import LabelModel
from caesura.labels.sums import group_sums
from caesura.labels.table import Floats, Integers, LabelTable

#: The share of spammers settles within a few rounds.
_ROUNDS = 50


@dataclass(frozen=True, eq=False)
class Confusions:
    """How often each worker gave which label where the truth was which, without the zeros; sorted by worker.

    `size` is the number of workers, `classes` that of classes.
    """

    workers: Integers
    truths: Integers
    labels: Integers
    counts: Floats
    size: int
    classes: int

    def of(self, worker: int) -> Confusions:
        """One worker's own."""
        rows = slice(*np.searchsorted(self.workers, (worker, worker + 1)))
        none = np.zeros_like(self.workers[rows])
        return Confusions(none, self.truths[rows], self.labels[rows], self.counts[rows], 1, self.classes)

    def matrix(self) -> Floats:
        """Workers x truths x labels."""
        matrix = np.zeros((self.size, self.classes, self.classes))
        matrix[self.workers, self.truths, self.labels] = self.counts
        return matrix


@dataclass(frozen=True, eq=False)
class JudgedWorker:
    """One worker. `confusion` counts truths x labels; against a model the truths are its probabilities, so counts are not whole.

    `judged` is how many of their labels are of items with a known truth; accuracy and interval are None where it is 0.
    """

    name: Hashable
    done: int
    judged: int
    accuracy: float | None
    interval: tuple[float, float] | None
    matrix: Confusions
    spam_probability: float
    seconds: float | None

    @property
    def confusion(self) -> Floats:
        confusion: Floats = self.matrix.matrix()[0]
        return confusion

    def row(self) -> dict[str, Any]:
        columns: dict[str, Any] = {
            "worker": self.name,
            "done": self.done,
            "judged": self.judged,
            "accuracy": self.accuracy,
            "interval": None if self.interval is None else list(self.interval),
            "spam_probability": self.spam_probability,
        }
        return columns if self.seconds is None else columns | {"seconds_per_label": self.seconds}


def judge_workers(
    table: LabelTable, *, gold: Integers | None = None, model: LabelModel | None = None, prior: float | None = None
) -> list[JudgedWorker]:
    """All workers, against gold codes or against a fitted model's probabilities; `prior` is the share of spammers
    to expect, estimated along with the workers where it is not given.

    Against a model each worker is judged by what the model thinks of an item with their own label among the votes; few
    labels per item flatter everybody.
    """
    if (gold is None) == (model is None):
        raise InputError("workers are judged by gold labels or by a model", cure="give one of the two")
    if prior is not None and not 0 < prior < 1:
        raise InputError(f"a share of {prior} spammers", cure="give a number between 0 and 1")
    confusion = confusions(table, model.posterior_ if model is not None else _certain(table, gold))
    spam = spam_probabilities(confusion, prior)
    right = group_sums(confusion.workers, confusion.counts * (confusion.truths == confusion.labels), confusion.size)
    judged = _judged(table, gold)
    if table.seconds is not None:
        seconds = [float(value) for value in _medians(table.worker_codes, table.seconds, len(table.workers))]
    workers: list[JudgedWorker] = []
    for code, name in enumerate(table.workers):
        known = int(judged[code])
        share = float(right[code]) / known if known else None
        ends = None if share is None else Accuracy(round(share * known), known).interval
        done = int(table.labels_per_worker[code])
        time = None if table.seconds is None else seconds[code]
        workers.append(JudgedWorker(name, done, known, share, ends, confusion.of(code), float(spam[code]), time))
    return workers


def confusions(table: LabelTable, truths: Posterior) -> Confusions:
    """How often each label was given where the truth was which, as probable as that is."""
    size = len(table.classes)
    rows, places = truths.cells.of_rows(table.task_codes)
    weights = truths.values[places]
    rows, places, weights = rows[weights > 0], places[weights > 0], weights[weights > 0]
    keys = (table.worker_codes[rows] * size + truths.cells.classes[places]) * size + table.label_codes[rows]
    cells, inverse = np.unique(keys, return_inverse=True)
    counts = group_sums(inverse, weights, len(cells))
    return Confusions(cells // size**2, cells // size % size, cells % size, counts, len(table.workers), size)


def spam_probabilities(confusion: Confusions, prior: float | None = None) -> Floats:
    """How likely each worker's labels do not depend on the truth at all.

    Two explanations are weighed by Bayes' rule: one distribution of labels whatever the truth (all equally likely
    beforehand), or one for each truth, of which the right label is expected to have four fifths, give or take much: as if
    five labels had been seen. A worker who always says the contrary is not a spammer by this: they can be
    learnt from. Who always gives one label, or has done too little to tell, stays near the prior or above. A prior that is
    not given is the mean of the probabilities it leads to, with one spammer among ten workers beforehand.
    """
    size = confusion.classes
    each = confusion.workers * size
    workers, evidence = _evidence(each + confusion.labels, confusion.counts, np.ones(len(each)), float(size), size)
    alike = group_sums(workers, evidence, confusion.size)
    expected = np.where(confusion.truths == confusion.labels, 4.0, 1 / max(1, size - 1))
    keys = (each + confusion.truths) * size + confusion.labels
    groups, evidence = _evidence(keys, confusion.counts, expected, 4.0 + (size > 1), size)
    apart = group_sums(groups // size, evidence, confusion.size)
    if prior is not None:
        return _weighed(apart - alike, prior)
    share = 0.1
    for _ in range(_ROUNDS):
        probabilities = _weighed(apart - alike, share)
        share = (float(probabilities.sum()) + 1) / (len(probabilities) + 10)
    return probabilities


def _weighed(log_ratio: Floats, prior: float) -> Floats:
    odds = log_ratio + math.log((1 - prior) / prior)
    probabilities: Floats = 1 / (1 + np.exp(np.clip(odds, -700, 700)))
    return probabilities


def _evidence(keys: Integers, counts: Floats, prior: Floats, total: float, classes: int) -> tuple[Integers, Floats]:
    """Log probability of each group's sequence of labels from an unknown distribution with this Dirichlet prior.

    A key is a group x classes + label. `prior` is that of each key, `total` the sum of a whole distribution's: labels that were
    never given change nothing, nor do groups without any.
    """
    distinct, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    given = group_sums(inverse, counts, len(distinct))
    groups, owners = np.unique(distinct // classes, return_inverse=True)
    cells = log_gamma(given + prior[first]) - log_gamma(prior[first])
    sums = group_sums(owners, given, len(groups))
    return groups, group_sums(owners, cells, len(groups)) + log_gamma(np.array(total)) - log_gamma(sums + total)


def _certain(table: LabelTable, gold: Integers | None) -> Posterior:
    """The gold labels as probabilities; nothing is known of other items."""
    if gold is None:
        raise InputError("there are no gold labels", cure="give gold labels or a model")
    known = np.maximum(gold, 0)
    cells = Cells.given(np.arange(len(gold)), known, len(gold), len(table.classes))
    return Posterior(cells, (gold >= 0).astype(np.float64))


def _judged(table: LabelTable, gold: Integers | None) -> Integers:
    """How many labels of each worker are of items with a truth; a gold label that nobody ever gave makes them wrong."""
    if gold is None:
        return table.labels_per_worker
    return np.bincount(table.worker_codes[(gold != NONE)[table.task_codes]], minlength=len(table.workers))


def _medians(groups: Integers, values: Floats, size: int) -> list[float]:
    order = np.lexsort((values, groups))
    parts = np.split(values[order], np.cumsum(np.bincount(groups, minlength=size))[:-1])
    return [float(np.median(part)) for part in parts]
