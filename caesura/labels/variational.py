"""Variational inference of classes, their states and workers' confusion matrices: what IBCC and EBCC share.

Truths, class frequencies, states and confusion matrices have a distribution each, improved in turn. The objective is the lower
bound of the log evidence; it never falls. States that no item has any more are dropped: nothing is lost by it but time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from caesura.labels.cells import Cells
from caesura.labels.class_prior import state_sums
from caesura.labels.confusion import Confusion, ConfusionLayout
from caesura.labels.dirichlet import digamma, divergence, expected_logs, log_gamma
from caesura.labels.table import Floats

#: A state that fewer items than this are expected to have has died out.
_DEAD = 1e-12
#: Steps between two looks at the bound.
_APART = 4


@dataclass(frozen=True, eq=False)
class StatePrior:
    """`classes` counts items of each class seen beforehand, `states` those of each state of a class, of which there are `count`."""

    classes: Floats
    states: float
    count: int


@dataclass(frozen=True, eq=False)
class VariationalFit:
    """Where the steps ended: counts of classes and states (classes x states), the confusion, the posterior of cells."""

    class_counts: Floats
    state_counts: Floats
    confusion: Confusion
    #: The posterior of each state of each cell (cells x states).
    states: Floats
    #: The bound, as often as it was looked at.
    objective: list[float]
    iterations: int
    converged: bool

    @property
    def posterior(self) -> Floats:
        """Of each cell."""
        found: Floats = self.states.sum(axis=1)
        return found

    def before(self, prior: StatePrior) -> Floats:
        """Expected log probability of each state before any label is seen (classes x states)."""
        return _before(self.class_counts, self.state_counts, prior)


def fit_variationally(
    layout: ConfusionLayout, prior: StatePrior, start: Floats, *, tolerance: float, max_iterations: int
) -> VariationalFit:
    """From a first posterior of cells x states; `tolerance` is for the sum over all labels.

    With several states the bound, which costs more than the step itself, is looked at after every `_APART` steps only.
    """
    cells = layout.ballot.cells
    posterior, trace = start, list[float]()
    converged = False
    done = seen = 0
    while done < max_iterations and not converged:
        posterior, sums = _living(cells, posterior)
        states = posterior.shape[1]
        confusion = Confusion.expected(layout, posterior, states)
        class_counts, state_counts = sums.sum(axis=1) + prior.classes, sums + prior.states
        logs = confusion.logs(digamma)
        before = _before(class_counts, state_counts, prior)
        scores = layout.scores(logs, states).reshape(len(cells), states)
        posterior, evidence = cells.softmax(cells.added(scores, before))
        done += 1
        if states > 1 and done % _APART and done < max_iterations:
            continue
        bound = float(evidence.sum()) - _confusion_divergence(confusion, logs) - divergence(class_counts, prior.classes)
        trace.append(bound - _state_divergence(state_counts, prior))
        converged = len(trace) > 1 and trace[-1] - trace[-2] <= tolerance * (done - seen)
        seen = done
    return VariationalFit(class_counts, state_counts, confusion, posterior, trace, done, converged)


def _living(cells: Cells, posterior: Floats) -> tuple[Floats, Floats]:
    """The posterior without states that died out, and how many items each state has (classes x states)."""
    sums = state_sums(cells, posterior)
    if posterior.shape[1] == 1 or sums.min() > _DEAD:
        return posterior, sums
    alive = int((sums > _DEAD).sum(axis=1).max())
    if alive == posterior.shape[1]:
        return posterior, sums
    posterior, sums = _without_dead(posterior, sums, cells.classes, alive)
    return posterior / cells.item_sums(posterior.sum(axis=1))[cells.items][:, None], sums


def _before(class_counts: Floats, state_counts: Floats, prior: StatePrior) -> Floats:
    if prior.count == 1:
        return expected_logs(class_counts)[:, None]
    classes, states = state_counts.shape
    wholes = state_counts.sum(axis=1) + (prior.count - states) * prior.states
    # One call for all: these are few numbers, and a fit asks thousands of times.
    logs = digamma(np.concatenate((class_counts, wholes, state_counts.ravel(), class_counts.sum(keepdims=True))))
    by_class = logs[:classes] - logs[classes : 2 * classes] - logs[-1]
    found: Floats = logs[2 * classes : -1].reshape(classes, states) + by_class[:, None]
    return found


def _without_dead(
    posterior: Floats, sums: Floats, classes: np.ndarray[tuple[int], np.dtype[np.int64]], alive: int
) -> tuple[Floats, Floats]:
    """The states of each class in the order of their size, without the last ones."""
    order = np.argsort(-sums, axis=1, kind="stable")[:, :alive]
    return np.take_along_axis(posterior, order[classes], axis=1), np.take_along_axis(sums, order, axis=1)


def _state_divergence(counts: Floats, prior: StatePrior) -> float:
    """Of the states' distributions from their prior; those that died out are as before and add nothing themselves."""
    if prior.count == 1:
        return 0.0
    dead = (prior.count - counts.shape[1]) * prior.states
    wholes = counts.sum(axis=1) + dead
    found = (
        log_gamma(wholes).sum() - log_gamma(counts).sum() - counts.shape[0] * float(log_gamma(np.array(prior.count * prior.states)))
    )
    found += counts.size * float(log_gamma(np.array(prior.states)))
    return float(found + ((counts - prior.states) * (digamma(counts) - digamma(wholes)[:, None])).sum())


def _confusion_divergence(confusion: Confusion, logs: Floats) -> float:
    """Of the confusion matrices from their prior; labels that were never given cancel out."""
    layout = confusion.layout
    found = log_gamma(confusion.totals).sum() - confusion.totals.size * float(log_gamma(np.array(layout.prior.total)))
    # The prior's own part is the same for every state.
    each = layout.log_gamma_of_prior * (confusion.states if layout.is_full else confusion.counts.shape[1])
    found -= log_gamma(confusion.counts).sum() - each
    return float(found + np.vdot(confusion.counts - layout.repeated(confusion.states), logs))
