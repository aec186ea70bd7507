"""An accuracy per worker or per voice, wrong labels spread evenly: the steps that `one-coin` and `mixed` share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from caesura.labels.class_prior import ClassPrior
from caesura.labels.expectation_maximisation import EMFit, fit_by_em
from caesura.labels.model import Ballot
from caesura.labels.table import Floats, Integers, LabelTable
from caesura.labels.uniform_errors import uniform_error_posterior


class CoinParameters(NamedTuple):
    """`accuracy` has a number for each coin."""

    prior: ClassPrior
    accuracy: Floats


@dataclass(frozen=True, eq=False)
class Coins:
    """Whose coin each worker throws, with what was added beforehand to each coin's right and wrong labels.

    `weights` says what each label counts; None is in full.
    """

    ballot: Ballot
    of_worker: Integers
    right: Floats
    wrong: Floats
    weights: Floats | None = None

    def fits(
        self, prior: ClassPrior, starts: Sequence[Floats], *, tolerance: float, max_iterations: int
    ) -> list[EMFit[CoinParameters]]:
        """EM from each start; `tolerance` is for one label."""
        coin = self.of_worker[self.ballot.coded.workers]
        size, cells, places = len(self.right), self.ballot.cells, self.ballot.places
        done = np.bincount(coin, weights=self.weights, minlength=size) + self.right + self.wrong

        def maximise(posterior: Floats, fitted: CoinParameters) -> CoinParameters:
            found = posterior[places] if self.weights is None else self.weights * posterior[places]
            counts = np.bincount(coin, weights=found, minlength=size) + self.right
            return CoinParameters(fitted.prior.updated(cells, posterior), counts / done)

        def expect(fitted: CoinParameters) -> tuple[Floats, float]:
            by_worker = fitted.accuracy[self.of_worker]
            posterior, likelihood = coin_posterior(self.ballot, fitted.prior, by_worker, self.weights)
            penalty = self.right * np.log(fitted.accuracy) + self.wrong * np.log1p(-fitted.accuracy)
            return posterior, likelihood + float(penalty.sum()) + fitted.prior.penalty

        blank = CoinParameters(prior, np.empty(0))
        enough = tolerance * len(coin)
        return [fit_by_em(one, blank, maximise, expect, tolerance=enough, max_iterations=max_iterations) for one in starts]


def coin_posterior(ballot: Ballot, prior: ClassPrior, accuracy: Floats, weights: Floats | None = None) -> tuple[Floats, float]:
    """Of each cell, by every worker's accuracy; and the log likelihood."""
    workers = ballot.coded.workers
    log_right, log_wrong = np.log(accuracy)[workers], np.log1p(-accuracy)[workers]
    return uniform_error_posterior(ballot, log_right, log_wrong, prior.logs, weights)


def coin_likelihoods(table: LabelTable, accuracy: Floats, tasks: Integers, labels: Integers, truths: Integers) -> Floats:
    """P(label | truth) where workers (one for each label) have these accuracies."""
    others = np.full(len(tasks), len(table.classes) - 1) if table.choices is None else table.choices[tasks] - 1
    return np.where(labels == truths, accuracy, (1 - accuracy) / np.maximum(others, 1))
