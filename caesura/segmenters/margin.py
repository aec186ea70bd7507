"""A linear support vector machine with squared hinge loss: its optimum by Newton's method in the primal (Chapelle 2007).

Minimises half the squared weights plus `cost` times the sum of max(0, 1 - y x.w)^2; the bias has no penalty. With few columns
and many rows each step solves one system over the rows within the margin, and a handful of steps reach the optimum.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]
Matrix = npt.NDArray[np.float64]

#: Costs that are tried, and the share of queries (one in this many) on which the best one is chosen.
COSTS = (1e-4, 1e-3, 1e-2, 1e-1)
HELD_OUT = 5
_STEPS = 50


def margins(inputs: Matrix, weights: Vector) -> Vector:
    result: Vector = inputs @ weights[:-1] + weights[-1]
    return result


def trained(inputs: Matrix, signs: Vector, cost: float, start: Vector | None = None) -> Vector:
    """The weights, the bias last; `signs` are 1 and -1."""
    rows = np.hstack([inputs, np.ones((len(inputs), 1))])
    ridge = np.diag(np.append(np.full(inputs.shape[1], 1 / (2 * cost)), 1e-9))
    weights = np.zeros(rows.shape[1]) if start is None else start

    def loss(of: Vector) -> float:
        return float(of @ ridge @ of + (np.maximum(0.0, 1 - signs * (rows @ of)) ** 2).sum())

    value = loss(weights)
    for _ in range(_STEPS):
        inside = signs * (rows @ weights) < 1
        within = rows[inside]
        direction = np.linalg.solve(ridge + within.T @ within, within.T @ signs[inside]) - weights
        step = 1.0
        while step > 1e-6 and (following := loss(weights + step * direction)) > value:
            step /= 2
        if step <= 1e-6 or value - following <= 1e-10 * max(value, 1.0):
            break
        weights, value = weights + step * direction, following
    return weights


def tuned(inputs: Matrix, signs: Vector, owners: Sequence[int]) -> tuple[Vector, float, float]:
    """The weights of all rows, the cost, and the slope that turns margins into log odds, both chosen on one query in five.

    `owners` numbers the query of each row. Of equally right costs the smaller one is taken.
    """
    apart = np.asarray(owners) % HELD_OUT == 0
    if not apart.any() or apart.all():
        apart = np.zeros(len(signs), dtype=bool)
    learned_on, best, start = ~apart, (-1.0, COSTS[0], np.zeros(0)), None
    for cost in COSTS:
        start = trained(inputs[learned_on], signs[learned_on], cost, start)
        asked = margins(inputs[apart], start) if apart.any() else margins(inputs, start)
        right = float(np.mean((asked > 0) == (signs[apart] > 0 if apart.any() else signs > 0)))
        if right > best[0]:
            best = (right, cost, asked)
    _, cost, asked = best
    return trained(inputs, signs, cost), cost, _slope(asked, signs[apart] if apart.any() else signs)


def _slope(asked: Vector, signs: Vector) -> float:
    """How many log odds a margin of 1 is worth: the likeliest on a grid. No shift, so that decisions stay those of the margin."""
    grid = [step / 10 for step in range(1, 101)]
    return min(grid, key=lambda slope: float(np.logaddexp(0.0, -slope * signs * asked).sum()))
