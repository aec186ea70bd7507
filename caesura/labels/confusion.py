"""Counting who said what where the truth was which: the confusion matrices of Dawid-Skene and its Bayesian relatives.

Only cells of confusion matrices that labels reach are kept. Where every item may have every class, a row stands for a worker and a
label, with a column for each truth; where items may only have the labels they were given, a row stands for a worker, a truth and a
label. So memory grows with the labels, not with workers x classes². Both steps of a fit are one product with a sparse matrix. A
truth may have several states (EBCC's subtypes), each with confusion matrices of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from caesura.foundation import InputError, extra
from caesura.labels.cells import Posterior
from caesura.labels.dirichlet import log_gamma
from caesura.labels.model import Ballot
from caesura.labels.sums import group_sums
from caesura.labels.table import Floats, Integers

#: So many classes get the smoothing in full; more than these share what they would have got.
_WORTH = 10
#: Up to this many places for each label, a matrix with its zeros is multiplied faster than one without.
_DENSE = 8
#: Confusion matrices of all workers are written out up to this many numbers (1 GiB).
_LARGEST = 1 << 27


@dataclass(frozen=True)
class ConfusionPrior:
    """What is added to every cell of a confusion matrix, and to those on its diagonal besides."""

    smoothing: float
    trust: float
    classes: int

    @classmethod
    def checked(cls, smoothing: float, trust: float, classes: int) -> ConfusionPrior:
        if not smoothing > 0 or not trust >= 0:
            # A cell of the confusion matrix that is 0 could never recover.
            problem = f"a smoothing of {smoothing} and a trust of {trust}"
            raise InputError(problem, cure="give a smoothing above 0 and a trust of 0 or more")
        # With thousands of classes a whole count for each would drown what a worker said; ten classes' worth is spread over them.
        return cls(float(smoothing) * min(1.0, _WORTH / classes), float(trust), classes)

    @property
    def total(self) -> float:
        """Of one row of a matrix: all labels where the truth is one class."""
        return self.classes * self.smoothing + self.trust

    def of(self, labels: Integers, truths: Integers) -> Floats:
        return np.where(labels == truths, self.smoothing + self.trust, self.smoothing)


class ConfusionLayout:
    """Which rows there are, and the products that count. `keys` are ascending: worker, label or worker, truth, label."""

    def __init__(self, ballot: Ballot, prior: ConfusionPrior) -> None:
        with extra("measure"):
            from scipy.sparse import csr_array

        coded, cells, size = ballot.coded, ballot.cells, prior.classes
        self.ballot, self.prior, self.is_full = ballot, prior, cells.is_full
        if cells.is_full:
            self.keys, places = np.unique(coded.workers * size + coded.labels, return_inverse=True)
            columns, width = coded.tasks, coded.size
            groups = self.keys // size
            self.added = prior.of((self.keys % size)[:, None], np.arange(size)[None, :])
        else:
            rows, columns = cells.of_rows(coded.tasks)
            triples = (coded.workers[rows] * size + cells.classes[columns]) * size + coded.labels[rows]
            self.keys, places = np.unique(triples, return_inverse=True)
            width = len(cells)
            groups = self.keys // size
            self.added = prior.of(self.keys % size, groups % size)[:, None]
        self.votes: Any = csr_array((np.ones(len(places)), (places, columns)), shape=(len(self.keys), width))
        if len(self.keys) * width <= _DENSE * len(places):
            is_dense, self.votes = True, self.votes.toarray()
            self.items: Any = self.votes.T.copy()
        else:
            is_dense, self.items = False, self.votes.T.tocsr()
        firsts = np.append(True, np.diff(groups) > 0)
        starts = np.flatnonzero(firsts)
        self.group = np.cumsum(firsts) - 1
        self.group_keys = groups[starts]
        ends = np.append(starts, len(groups))
        summing: Any = csr_array((np.ones(len(groups)), np.arange(len(groups)), ends), shape=(len(starts), len(groups)))
        self._summing = summing.toarray() if is_dense else summing

    def counts(self, posterior: Floats) -> Floats:
        """Expected counts (rows x columns) from the posterior of cells, or of states of cells."""
        found: Floats = self.votes @ posterior.reshape(self.votes.shape[1], -1)
        return found

    def totals(self, counts: Floats) -> Floats:
        """Sums over the labels of each worker and truth."""
        found: Floats = self._summing @ counts
        return found

    def scores(self, logs: Floats, states: int = 1) -> Floats:
        """What all labels of an item say about each of its cells, as cells (x states)."""
        found: Floats = self.items @ logs
        return found.reshape(len(self.ballot.cells)) if states == 1 else found.reshape(len(self.ballot.cells), states)

    @cached_property
    def log_gamma_of_prior(self) -> float:
        """Summed over all counts of one state."""
        return float(log_gamma(self.added).sum())

    def repeated(self, states: int) -> Floats:
        """The prior of each count, for this many states of each truth."""
        return np.repeat(self.added, states, axis=1) if self.is_full else self.added


@dataclass(frozen=True, eq=False)
class Confusion:
    """Fitted counts, prior included: `counts` rows x columns as in the layout, `totals` of each worker and truth."""

    layout: ConfusionLayout
    counts: Floats
    totals: Floats
    states: int = 1

    @classmethod
    def expected(cls, layout: ConfusionLayout, posterior: Floats, states: int = 1) -> Confusion:
        """What the posterior of cells x states lets one expect, prior included."""
        counts = layout.counts(posterior)
        totals = layout.totals(counts)
        totals += layout.prior.total
        if layout.is_full:
            by_truth = counts.reshape(len(counts), -1, states)
            by_truth += layout.added[:, :, None]
        else:
            counts += layout.added
        return cls(layout, counts, totals, states)

    def logs(self, transform: Callable[[Floats], Floats]) -> Floats:
        """transform(count) - transform(total): log probabilities by `np.log`, expected ones by `digamma`."""
        found = transform(self.counts)
        found -= transform(self.totals).take(self.layout.group, axis=0)
        return found

    @cached_property
    def _by_key(self) -> tuple[Floats, Floats]:
        size = self.layout.prior.classes if self.layout.is_full else 1
        return self.counts.reshape(-1, size, self.states), self.totals.reshape(-1, size, self.states)

    def look_up(self, workers: Integers, labels: Integers, truths: Integers) -> tuple[Floats, Floats]:
        """Count and total (n x states) of any cells; those that no label reached have the prior's."""
        layout, size = self.layout, self.layout.prior.classes
        counts, totals = self._by_key
        keys = workers * size + labels if layout.is_full else (workers * size + truths) * size + labels
        groups = workers if layout.is_full else workers * size + truths
        column = truths if layout.is_full else np.zeros_like(truths)
        place, seen = _find(layout.keys, keys)
        own, known = _find(layout.group_keys, groups)
        expected = np.broadcast_to(layout.prior.of(labels, truths)[:, None], (len(keys), self.states))
        count = np.where(seen[:, None], counts[place, column], expected)
        total = np.where(known[:, None], totals[own, column], layout.prior.total)
        return count, total

    def posterior(self, ballot: Ballot, before: Floats, transform: Callable[[Floats], Floats]) -> Posterior:
        """Of other labels by the same workers; `before` is the log prior of each class (x states)."""
        coded, cells = ballot.coded, ballot.cells
        rows, places = cells.of_rows(coded.tasks)
        count, total = self.look_up(coded.workers[rows], coded.labels[rows], cells.classes[places])
        logs = transform(count) - transform(total)
        scores = before.reshape(cells.size, self.states)[cells.classes]
        for state in range(self.states):
            scores[:, state] += group_sums(places, logs[:, state], len(cells))
        return Posterior(cells, cells.softmax(scores)[0].sum(axis=1))

    def matrices(self, weights: Floats | None = None) -> Floats:
        """P(label | truth) as workers x truths x labels; `weights` (truths x states) says how likely each state is."""
        size = self.layout.prior.classes
        workers = int(self.layout.group_keys[-1] if self.layout.is_full else self.layout.group_keys[-1] // size) + 1
        if workers * size * size > _LARGEST:
            raise InputError(f"{workers} confusion matrices of {size} classes are too large to write out", cure="ask look_up")
        grid = np.indices((workers, size, size)).reshape(3, -1)
        count, total = self.look_up(grid[0], grid[2], grid[1])
        shares = count / total
        share = shares[:, 0] if weights is None else (shares * weights[grid[1]]).sum(axis=1)
        found: Floats = share.reshape(workers, size, size)
        return found


def _find(sorted_keys: Integers, wanted: Integers) -> tuple[Integers, np.ndarray[Any, np.dtype[np.bool_]]]:
    place = np.minimum(np.searchsorted(sorted_keys, wanted), len(sorted_keys) - 1)
    return place, sorted_keys[place] == wanted
