"""The per-query table: everything printed later (means, intervals, tests, pages) is computed from it.

One `Statistics` is one method under one measure: for every query and level what was earned, what was possible, and
the factor. Averages are exact fractions; only bootstrap and significance tests use floating point.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from caesura.evaluation.levels import harmonic_mean
from caesura.evaluation.measures.base import Measure, Scores
from caesura.evaluation.table import Flags, Integers
from caesura.foundation import unknown

Floats = NDArray[np.float64]

#: Denominators below this are counted in an array, larger ones are sorted.
_DENSE = 1 << 16


class Average(StrEnum):
    """`macro`: the mean of the queries' values (every query counts alike). `micro`: all earned over all possible."""

    MACRO = "macro"
    MICRO = "micro"

    @classmethod
    def _missing_(cls, value: object) -> Average:
        raise unknown("average", value, cls)


@dataclass(frozen=True)
class Shares:
    """Where a query has several rows (one per annotator left out): whose row it is and how much of the query it makes up.

    Row i belongs to query `queries[owner[i]]` of the corpus and counts `weight[i]` out of `total[i]`.
    """

    queries: Integers
    owner: Integers
    weight: Integers
    total: Integers


@dataclass(frozen=True)
class Statistics:
    """A method's scores under a measure, in the order of the corpus."""

    method: str
    measure: Measure
    scores: Scores
    rows: int
    shares: Shares | None = None

    @cached_property
    def factor(self) -> tuple[Integers, Integers]:
        ones = np.ones(self.rows, dtype=np.int64)
        return (ones, ones) if self.scores.factor is None else self.scores.factor

    @property
    def length(self) -> int:
        """Number of queries."""
        return self.rows if self.shares is None else len(self.shares.queries)

    def ratio(self, level: str) -> tuple[Integers, Integers]:
        """The value of each row as numerator and denominator; 1 where nothing could be earned."""
        earned, possible = self.scores.levels[level]
        numerator, denominator = self.factor
        free = possible == 0
        return np.where(free, 1, earned) * numerator, np.where(free, 1, possible) * denominator

    def values(self, level: str) -> Floats:
        """One value per query; segment F of a query is the harmonic mean of its own precision and recall."""
        if level == "segment_f":
            return self._gathered(harmonic_means(self._ratios("segment_precision"), self._ratios("segment_recall")))
        return self._gathered(self._ratios(level))

    def _ratios(self, level: str) -> Floats:
        numerator, denominator = self.ratio(level)
        result: Floats = numerator / denominator
        return result

    def pooled(self, level: str) -> tuple[Floats, Floats]:
        """What each query adds to the two sums of a micro average."""
        earned, possible = self.scores.levels[level]
        numerator, denominator = self.factor
        return self._gathered(earned * numerator / denominator), self._gathered(possible.astype(np.float64))

    def average(self, average: Average = Average.MACRO, where: Flags | None = None) -> Mapping[str, Fraction]:
        """Exact averages by level over the queries `where` is true; segment F is made from average precision and recall."""
        return with_segment_f({level: self._average(level, average, where) for level in self.measure.levels})

    def _average(self, level: str, average: Average, where: Flags | None) -> Fraction:
        queries = np.ones(self.length, dtype=np.bool_) if where is None else where
        rows = queries if self.shares is None else queries[self.shares.owner]
        if average is Average.MACRO:
            numerator, denominator = self.ratio(level)
            return self._total(numerator, denominator, rows) / int(queries.sum())
        earned, possible = self.scores.levels[level]
        numerator, denominator = self.factor
        most = self._total(possible, np.ones_like(possible), rows)
        return self._total(earned * numerator, denominator, rows) / most if most else Fraction(1)

    def _total(self, numerator: Integers, denominator: Integers, rows: Flags) -> Fraction:
        if self.shares is None:
            return exact_sum(numerator[rows], denominator[rows])
        return exact_sum((numerator * self.shares.weight)[rows], (denominator * self.shares.total)[rows])

    def _gathered(self, values: Floats) -> Floats:
        if self.shares is None:
            return values
        weighted = values * self.shares.weight / self.shares.total
        return np.bincount(self.shares.owner, weights=weighted, minlength=self.length).astype(np.float64)


def exact_sum(numerator: Integers, denominator: Integers) -> Fraction:
    """The sum of many small fractions; they share few denominators, so add up those of each first."""
    if denominator.max(initial=1) < _DENSE:
        # bincount adds floating-point numbers, but whole ones: exact up to 2^53, far more than a corpus can earn.
        added = np.bincount(denominator, weights=numerator)
        denominators = np.flatnonzero(added)
        sums = added[denominators].astype(np.int64)
    else:
        denominators, group = np.unique(denominator, return_inverse=True)
        sums = np.zeros(len(denominators), dtype=np.int64)
        np.add.at(sums, group, numerator)
    return sum((Fraction(int(total), int(below)) for total, below in zip(sums, denominators, strict=True)), Fraction(0))


def harmonic_means(precision: Floats, recall: Floats) -> Floats:
    """Segment F of many at once; 0 where both are 0."""
    total = precision + recall
    return np.where(total > 0, 2 * precision * recall / np.where(total > 0, total, 1.0), 0.0)


def with_segment_f(averages: Mapping[str, Fraction]) -> Mapping[str, Fraction]:
    """The same averages, with segment F in its place behind recall."""
    result: dict[str, Fraction] = {}
    for level, value in averages.items():
        result[level] = value
        if level == "segment_recall":
            result["segment_f"] = harmonic_mean(averages["segment_precision"], value)
    return result
