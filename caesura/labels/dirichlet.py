"""Dirichlet distributions as variational methods need them."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from caesura.foundation import extra
from caesura.labels.table import Floats


@cache
def _special() -> Any:
    """scipy's functions, looked for once: a fit asks thousands of times."""
    with extra("measure"):
        import scipy.special
    return scipy.special


def digamma(values: Floats) -> Floats:
    found: Floats = _special().psi(values)
    return found


def log_gamma(values: Floats) -> Floats:
    found: Floats = _special().gammaln(values)
    return found


def expected_logs(counts: Floats) -> Floats:
    """Of the probabilities of Dirichlet distributions, along the last axis."""
    found: Floats = digamma(counts) - digamma(counts.sum(axis=-1, keepdims=True))
    return found


def divergence(counts: Floats, prior: Floats) -> float:
    """The Kullback-Leibler divergence of one distribution from its prior."""
    known = log_gamma(np.append(counts, prior.sum())).sum() - log_gamma(np.append(prior, counts.sum())).sum()
    return float(np.vdot(counts - prior, expected_logs(counts)) - known)
