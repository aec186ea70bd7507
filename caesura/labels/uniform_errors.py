"""The E-step of models in which a label speaks for one class, and in the same way against all others."""

from __future__ import annotations

import numpy as np

from caesura.labels.model import Ballot
from caesura.labels.sums import group_sums
from caesura.labels.table import Floats


def uniform_error_posterior(
    ballot: Ballot, log_right: Floats, log_wrong: Floats, log_prior: Floats, weights: Floats | None = None
) -> tuple[Floats, float]:
    """As `one_against_all`, where a wrong label is any of the others with equal probability; a label counts as its weight."""
    coded = ballot.coded
    # With one class, or one possible segmentation, nothing can be wrong in more than one way.
    others = np.full(coded.size, len(log_prior) - 1) if coded.choices is None else coded.choices - 1
    log_other = log_wrong - np.log(np.maximum(others, 1))[coded.tasks]
    if weights is not None:
        log_right, log_other = weights * log_right, weights * log_other
    return one_against_all(ballot, log_right, log_other, log_prior)


def one_against_all(ballot: Ballot, log_same: Floats, log_other: Floats, log_prior: Floats) -> tuple[Floats, float]:
    """Posterior and log likelihood, from each label's log probability where the truth is that label, and where it is another."""
    coded, cells = ballot.coded, ballot.cells
    all_other = group_sums(coded.tasks, log_other, coded.size)
    gains = group_sums(ballot.places, log_same - log_other, len(cells))
    if coded.choices is None:
        before = all_other[cells.items] + log_prior[cells.classes]
    else:
        before = (all_other - np.log(np.maximum(coded.choices, 1)))[cells.items]
    posterior, sums = cells.softmax(gains + before)
    return posterior, float(sums.sum())
