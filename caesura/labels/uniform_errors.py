"""The E-step of models in which a wrong label is any of the others with equal probability."""

from __future__ import annotations

import numpy as np

from caesura.labels.model import Coded
from caesura.labels.softmax import softmax
from caesura.labels.table import Floats


def uniform_error_posterior(coded: Coded, log_right: Floats, log_wrong: Floats, log_prior: Floats) -> tuple[Floats, float]:
    """Posterior (items x classes) and log likelihood, from each label's log probability of being right and of being wrong."""
    size = len(log_prior)
    # With one class, or one possible segmentation, nothing can be wrong in more than one way.
    others = np.full(coded.size, size - 1) if coded.choices is None else coded.choices - 1
    log_one = log_wrong - np.log(np.maximum(others, 1))[coded.tasks]
    all_wrong = np.bincount(coded.tasks, weights=log_one, minlength=coded.size)
    cells = coded.tasks * size + coded.labels
    gains = np.bincount(cells, weights=log_right - log_one, minlength=coded.size * size).reshape(coded.size, size)
    if coded.choices is None:
        scores = gains + all_wrong[:, None] + log_prior
    else:
        given = np.bincount(cells, minlength=coded.size * size).reshape(coded.size, size) > 0
        chance = -np.log(np.maximum(coded.choices, 1))
        scores = np.where(given, gains + (all_wrong + chance)[:, None], -np.inf)
    posterior, sums = softmax(scores)
    return posterior, float(sums.sum())
