"""Expectation maximisation: the loop, its end, and restarts.

Each model hands in its two steps. The (penalised) log likelihood is written down after every step; it never falls. The
loop ends when a step gains less than `tolerance` per label, or without converging at its limit, and says which.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from caesura.foundation import InputError
from caesura.labels.cells import Cells
from caesura.labels.model import Ballot
from caesura.labels.table import Floats

Parameters = TypeVar("Parameters")


@dataclass(frozen=True)
class EMFit(Generic[Parameters]):
    """Where the steps ended."""

    parameters: Parameters
    posterior: Floats
    objective: list[float]
    converged: bool


def fit_by_em(
    start: Floats,
    parameters: Parameters,
    maximise: Callable[[Floats, Parameters], Parameters],
    expect: Callable[[Parameters], tuple[Floats, float]],
    *,
    tolerance: float,
    max_iterations: int,
) -> EMFit[Parameters]:
    """From the start's posterior, M-step and E-step in turn; `tolerance` is for the sum over all labels."""
    posterior, trace = start, list[float]()
    for _ in range(max_iterations):
        parameters = maximise(posterior, parameters)
        posterior, objective = expect(parameters)
        trace.append(objective)
        if len(trace) > 1 and objective - trace[-2] <= tolerance:
            return EMFit(parameters, posterior, trace, True)
    return EMFit(parameters, posterior, trace, False)


def highest(fits: Sequence[EMFit[Parameters]]) -> EMFit[Parameters]:
    """The fit that came highest; the first of equals."""
    return max(fits, key=lambda fit: fit.objective[-1])


def check_limits(tolerance: float, max_iterations: int, restarts: int) -> None:
    if max_iterations < 1:
        raise InputError(f"{max_iterations} iterations", cure="allow at least 1")
    if restarts < 0:
        raise InputError(f"{restarts} restarts", cure="give 0 or more")
    if not tolerance >= 0:
        raise InputError(f"a tolerance of {tolerance}", cure="give 0 or more")


def starts(cells: Cells, first: Floats, restarts: int, seed: int) -> list[Floats]:
    """The first start, and others halfway between it and chance: far enough to end elsewhere, near enough not to swap classes."""
    posteriors = [first]
    for number in range(restarts):
        draw = np.random.default_rng([seed, number])
        posteriors.append(cells.normalised(first + cells.normalised(draw.standard_exponential(len(cells)))))
    return posteriors


def vote_shares(ballot: Ballot) -> Floats:
    """The usual first posterior: each class's share of an item's votes; certain where the label is known."""
    return ballot.cells.normalised(np.bincount(ballot.places, minlength=len(ballot.cells)).astype(np.float64))


def first_posterior(ballot: Ballot, start: Floats | None) -> Floats:
    """Where a fit begins: with the votes, or where the one before ended."""
    return vote_shares(ballot) if start is None else ballot.cells.normalised(start)
