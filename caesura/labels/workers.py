"""What each worker is worth: accuracy, confusion, pace, and how likely they answer at random."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

from caesura.foundation import InputError, extra
from caesura.labels.choosing import NONE
from caesura.labels.gold_accuracy import Accuracy
from caesura.labels.model import LabelModel
from caesura.labels.table import Floats, Integers, LabelTable

#: The share of spammers settles within a few rounds.
_ROUNDS = 50


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
    confusion: Floats
    spam_probability: float
    seconds: float | None

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
    truths = model.probabilities_ if model is not None else _certain(gold, len(table.classes))
    confusion = confusions(table, truths)
    spam = spam_probabilities(confusion, prior)
    right = np.trace(confusion, axis1=1, axis2=2)
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
        workers.append(JudgedWorker(name, done, known, share, ends, confusion[code], float(spam[code]), time))
    return workers


def confusions(table: LabelTable, truths: Floats) -> Floats:
    """Workers x truths x labels: how often each label was given where the truth was which."""
    size = len(table.classes)
    cells = table.worker_codes * size + table.label_codes
    counts = np.empty((len(table.workers), size, size))
    for truth in range(size):
        weights = truths[table.task_codes, truth]
        counts[:, truth, :] = np.bincount(cells, weights=weights, minlength=len(table.workers) * size).reshape(-1, size)
    return counts


def spam_probabilities(confusion: Floats, prior: float | None = None) -> Floats:
    """How likely each worker's labels do not depend on the truth at all.

    Two explanations are weighed by Bayes' rule: one distribution of labels whatever the truth (all equally likely
    beforehand), or one for each truth, of which the right label is expected to have four fifths, give or take much: as if
    five labels had been seen. A worker who always says the contrary is not a spammer by this: they can be
    learnt from. Who always gives one label, or has done too little to tell, stays near the prior or above. A prior that is
    not given is the mean of the probabilities it leads to, with one spammer among ten workers beforehand.
    """
    size = confusion.shape[-1]
    alike = _evidence(confusion.sum(axis=1), np.ones(size))
    expected = np.full((size, size), 1 / max(1, size - 1))
    np.fill_diagonal(expected, 4)
    apart = _evidence(confusion, expected).sum(axis=1)
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


def _evidence(counts: Floats, prior: Floats) -> Floats:
    """Log probability of a sequence of labels from an unknown distribution with this Dirichlet prior."""
    with extra("measure"):
        from scipy.special import gammaln

    before = gammaln(prior.sum(axis=-1)) - gammaln(prior).sum(axis=-1)
    after = gammaln((counts + prior).sum(axis=-1)) - gammaln(counts + prior).sum(axis=-1)
    found: Floats = before - after
    return found


def _certain(gold: Integers | None, size: int) -> Floats:
    if gold is None:
        raise InputError("there are no gold labels", cure="give gold labels or a model")
    probabilities = np.zeros((len(gold), size))
    known = np.flatnonzero(gold >= 0)
    probabilities[known, gold[known]] = 1.0
    return probabilities


def _judged(table: LabelTable, gold: Integers | None) -> Integers:
    """How many labels of each worker are of items with a truth; a gold label that nobody ever gave makes them wrong."""
    if gold is None:
        return table.labels_per_worker
    return np.bincount(table.worker_codes[(gold != NONE)[table.task_codes]], minlength=len(table.workers))


def _medians(groups: Integers, values: Floats, size: int) -> list[float]:
    order = np.lexsort((values, groups))
    parts = np.split(values[order], np.cumsum(np.bincount(groups, minlength=size))[:-1])
    return [float(np.median(part)) for part in parts]
