"""The breaks of a query as a chain: whether there is a break at a place depends on the place before it.

Items are places: pairs (query, place), or texts such as `q1:0`, `q1:1`. The truth of a query is a Markov chain over its places,
and every worker has a confusion matrix, which says whether they break much or little. An item that is not a place is a chain of its
own.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from caesura.foundation import InputError
from caesura.labels.cells import Posterior
from caesura.labels.confusion import Confusion, ConfusionLayout, ConfusionPrior
from caesura.labels.dawid_skene import UnreachedCells, check_common_classes
from caesura.labels.expectation_maximisation import check_limits, first_posterior
from caesura.labels.model import Ballot, Coded, LabelModel
from caesura.labels.table import Floats, Integers, LabelTable

_PLACE = re.compile(r"(.+):(\d+)")


class _Chains(NamedTuple):
    """Chains of one length, as chains x places of item codes."""

    items: Integers


@dataclass(eq=False)
class BreakChain(LabelModel):
    """EM with forward and backward sums. `smoothing` and `trust` are as for Dawid-Skene, `steps` is added to every transition."""

    name: ClassVar[str] = "chain"
    description: ClassVar[str] = "confusion matrices, and breaks that depend on the break before"
    citation: ClassVar[str] = "Nguyen et al. 2017 (HMM-Crowd); Simpson and Gurevych 2019"

    smoothing: float = 1.0
    trust: float = 3.0
    steps: float = 1.0
    tolerance: float = 1e-7
    max_iterations: int = 1000

    def _learn(self, table: LabelTable, gold: Integers | None, start: Floats | None) -> Posterior:
        check_limits(self.tolerance, self.max_iterations, 0)
        check_common_classes(table)
        if not self.steps > 0:
            raise InputError(f"steps of {self.steps}", cure="give a number above 0")
        size = len(table.classes)
        expected = ConfusionPrior.checked(self.smoothing, self.trust, size)
        ballot = Ballot.of(Coded.of(table), size, gold)
        if not ballot.cells.is_full:
            raise InputError("too many classes for a chain", cure="use dawid-skene")
        layout = ConfusionLayout(ballot, expected)
        unreached = UnreachedCells.of(layout, len(table.workers))
        chains = chains_of(table.tasks)
        posterior = first_posterior(ballot, start).reshape(-1, size)
        first, moves = _counted_as_if_apart(chains, posterior)
        barred = None if ballot.cells.barred is None else ballot.cells.barred.reshape(-1, size)
        self.converged_ = False
        for _ in range(self.max_iterations):
            begin, step = _shares(first + self.steps), _shares(moves + self.steps)
            counts = layout.counts(posterior)
            confusion = Confusion(layout, counts + layout.added, layout.totals(counts) + expected.total)
            logs = confusion.logs(np.log)
            scores = layout.scores(logs).reshape(-1, size)
            if barred is not None:
                scores = np.where(barred, -np.inf, scores)
            posterior, first, moves, likelihood = _summed(chains, scores, begin, step)
            penalty = float((layout.added * logs).sum()) + unreached.penalty(confusion.totals)
            penalty += self.steps * float(np.log(begin).sum() + np.log(step).sum())
            self.objective_.append(likelihood + penalty)
            if len(self.objective_) > 1 and self.objective_[-1] - self.objective_[-2] <= self.tolerance * len(table):
                self.converged_ = True
                break
        self.iterations_ = len(self.objective_)
        self.begin_, self.step_, self.counts_ = begin, step, confusion
        return Posterior(ballot.cells, posterior.ravel())

    @property
    def confusion_(self) -> Floats:
        """P(label | truth) as workers x truths x labels."""
        return self.counts_.matrices()

    def _label_probabilities(self, tasks: Integers, workers: Integers, labels: Integers, truths: Integers) -> Floats:  # noqa: ARG002
        count, total = self.counts_.look_up(workers, labels, truths)
        shares: Floats = (count / total)[:, 0]
        return shares

    def _posterior(self, coded: Coded) -> Posterior:
        """Of other items, each a chain of its own: by the labels and by how frequent the classes are along a chain."""
        often = np.linalg.matrix_power(self.step_, 50)[0]
        return self.counts_.posterior(Ballot.of(coded, len(self._fitted.classes)), np.log(often), np.log)


def chains_of(tasks: tuple[Hashable, ...]) -> list[_Chains]:
    """Places of one query in their order, chains of equal length together."""
    queries: dict[Hashable, list[tuple[int, int]]] = {}
    for code, task in enumerate(tasks):
        query, place = _place(task)
        queries.setdefault((query,) if place is not None else (query, code), []).append((place or 0, code))
    by_length: dict[int, list[list[int]]] = {}
    for places in queries.values():
        by_length.setdefault(len(places), []).append([code for _, code in sorted(places)])
    return [_Chains(np.array(rows, dtype=np.int64)) for rows in by_length.values()]


def _place(task: Hashable) -> tuple[Hashable, int | None]:
    if isinstance(task, tuple) and len(task) == 2 and isinstance(task[1], int):
        return task[0], task[1]
    place = _PLACE.fullmatch(task) if isinstance(task, str) else None
    return (place[1], int(place[2])) if place else (task, None)


def _shares(counts: Floats) -> Floats:
    shares: Floats = counts / counts.sum(axis=-1, keepdims=True)
    return shares


def _counted_as_if_apart(chains: list[_Chains], posterior: Floats) -> tuple[Floats, Floats]:
    """First classes and transitions of a posterior that knows no chains yet."""
    size = posterior.shape[1]
    first, moves = np.zeros(size), np.zeros((size, size))
    for (items,) in chains:
        first += posterior[items[:, 0]].sum(axis=0)
        for place in range(1, items.shape[1]):
            moves += posterior[items[:, place - 1]].T @ posterior[items[:, place]]
    return first, moves


def _summed(chains: list[_Chains], scores: Floats, begin: Floats, step: Floats) -> tuple[Floats, Floats, Floats, float]:
    """Forward and backward: the posterior of each item, expected first classes and transitions, the log likelihood."""
    size = scores.shape[1]
    posterior, first, moves, total = np.empty_like(scores), np.zeros(size), np.zeros((size, size)), 0.0
    for (items,) in chains:
        own = scores[items]
        top = own.max(axis=2, keepdims=True)
        emission = np.exp(own - top)
        length = items.shape[1]
        forward, scale = np.empty_like(emission), np.empty(items.shape)
        for place in range(length):
            before = begin if place == 0 else forward[:, place - 1] @ step
            joint = before * emission[:, place]
            scale[:, place] = joint.sum(axis=1)
            forward[:, place] = joint / scale[:, place, None]
        backward = np.ones((len(items), size))
        posterior[items[:, -1]] = forward[:, -1]
        for place in range(length - 1, 0, -1):
            later = emission[:, place] * backward / scale[:, place, None]
            moves += step * (forward[:, place - 1].T @ later)
            backward = later @ step.T
            posterior[items[:, place - 1]] = forward[:, place - 1] * backward
        first += posterior[items[:, 0]].sum(axis=0)
        total += float(np.log(scale).sum() + top.sum())
    return posterior, first, moves, total


MODEL = BreakChain
