"""How often labels are right, and how sure that is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from caesura.foundation import InputError, extra
from caesura.labels.cells import Posterior
from caesura.labels.choosing import NONE, equally_likely
from caesura.labels.table import Integers


@dataclass(frozen=True, slots=True)
class Accuracy:
    """`right` of `total`. An item without a label is not right."""

    right: int
    total: int

    @property
    def value(self) -> float:
        return self.right / self.total

    @property
    def standard_error(self) -> float:
        return math.sqrt(self.value * (1 - self.value) / self.total)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval: it stays within 0 and 1 and has a width even where all are right."""
        low, high = _binomial(self.right, self.total).proportion_ci(0.95, "wilson")
        return float(low), float(high)


def accuracy(codes: Integers, gold: Integers) -> Accuracy:
    """Of labels against gold ones, over the items that have a gold label (-2 is a gold label that nobody ever gave)."""
    judged = gold != NONE
    total = int(judged.sum())
    if not total:
        raise InputError("no item has a gold label", cure="name the tasks as in the labels")
    return Accuracy(int((codes[judged] == gold[judged]).sum()), total)


def expected_accuracy(posterior: Posterior, gold: Integers) -> Fraction:
    """The mean accuracy if every tie were decided by chance: an item tied between two classes, one of them right, is half right."""
    cells, winners = posterior.cells, equally_likely(posterior)
    right = np.add.reduceat((winners & (cells.classes == gold[cells.items])).astype(np.int64), cells.starts) > 0
    sizes = np.add.reduceat(winners.astype(np.int64), cells.starts)
    judged = gold != NONE
    shares = sum((Fraction(int((right & judged & (sizes == size)).sum()), int(size)) for size in np.unique(sizes)), Fraction(0))
    return shares / int(judged.sum())


def grade_distances(codes: Integers, gold: Integers, grades: int) -> tuple[float, float]:
    """Of labels that are grades: accuracy in which a label off by one of k steps counts 1 - 1/k, and the mean distance in grades.

    An item without a label, or with a gold grade that nobody ever gave, is as far off as can be.
    """
    judged = gold != NONE
    widest = max(1, grades - 1)
    known = (codes[judged] >= 0) & (gold[judged] >= 0)
    distances = np.where(known, np.abs(codes[judged] - gold[judged]), widest)
    return float(1 - distances.mean() / widest), float(distances.mean())


def mcnemar(one: Integers, other: Integers, gold: Integers) -> float:
    """Two-sided p that one of two models is right more often, by the items only one of them gets right (exact)."""
    judged = gold != NONE
    first, second = one[judged] == gold[judged], other[judged] == gold[judged]
    wins, losses = int((first & ~second).sum()), int((~first & second).sum())
    return float(_binomial(wins, wins + losses).pvalue) if wins + losses else 1.0


def _binomial(right: int, total: int) -> Any:
    with extra("measure"):
        from scipy.stats import binomtest

    return binomtest(right, total)
