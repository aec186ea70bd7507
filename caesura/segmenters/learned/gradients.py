"""How the cross entropy of a batch of places falls: gradients of a member's weights, of one layer or two."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from caesura.segmenters.learned.training import MOST_SHOWN, Matrix, Member, SecondMember, logistic_of

Rows = npt.NDArray[np.int64]


def values_of(member: Member) -> list[Matrix]:
    """Copies of all that is learned, in the order of `batch_gradients`."""
    values = [member.weights.copy(), member.biases.copy(), member.outputs.copy(), np.array([member.bias], np.float32)]
    if member.second is not None:
        values += [member.second.weights.copy(), member.second.biases.copy(), member.second.outputs.copy()]
    return values


def member_from(values: list[Matrix]) -> Member:
    second = SecondMember(values[4], values[5], values[6]) if len(values) > 4 else None
    return Member(values[0], values[1], values[2], float(values[3][0]), second)


def neighbours(owners: Rows) -> Rows:
    """The place before, the place itself and the place behind, a column for each place; -1 where the query ends."""
    here = np.arange(len(owners))
    together = np.append(owners[1:] == owners[:-1], False)
    return np.stack([np.where(np.roll(together, 1), here - 1, -1), here, np.where(together, here + 1, -1)])


@dataclass(frozen=True)
class PlaceTargets:
    """Places to learn from: what each should be, how much it counts, and what to multiply inputs and hidden units with so that some
    are left out."""

    wanted: Matrix
    counts: Matrix
    kept_inputs: Matrix
    kept_hidden: Matrix


def batch_gradients(values: list[Matrix], shown: Matrix, batch: PlaceTargets) -> list[Matrix]:
    """For one layer: `shown` are the inputs of each place."""
    return _of_one(values, shown, batch)[0]


def gradients_with_inputs(values: list[Matrix], shown: Matrix, batch: PlaceTargets) -> tuple[list[Matrix], Matrix]:
    """The same, and how the cross entropy changes with the inputs."""
    slopes, back = _of_one(values, shown, batch)
    return slopes, (back @ values[0].T) * batch.kept_inputs


def _of_one(values: list[Matrix], shown: Matrix, batch: PlaceTargets) -> tuple[list[Matrix], Matrix]:
    weights, biases, outputs, bias = values
    shown = shown * batch.kept_inputs
    hidden = np.maximum(shown @ weights + biases, 0) * batch.kept_hidden
    error = _error(hidden @ outputs + bias, batch)
    back = np.outer(error, outputs) * ((hidden > 0) * batch.kept_hidden)
    return [shown.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(keepdims=True)], back


def batch_gradients_of_two(values: list[Matrix], shown: Matrix, inside: Matrix, batch: PlaceTargets) -> list[Matrix]:
    """For two layers: `shown` are the inputs of the places before, of the places themselves and of those behind; `inside` is 0
    where there is no such place."""
    weights, biases, outputs, bias, second, second_biases, second_outputs = values
    shown = shown * batch.kept_inputs
    kept = inside[:, :, None] * batch.kept_hidden
    hidden = np.maximum(shown @ weights + biases, 0) * kept
    seen = np.concatenate(list(np.minimum(hidden, MOST_SHOWN)), axis=1)
    above = np.maximum(seen @ second + second_biases, 0)
    error = _error(hidden[1] @ outputs + bias + above @ second_outputs, batch)
    back_above = np.outer(error, second_outputs) * (above > 0)
    back = np.stack(np.split(back_above @ second.T, len(hidden), axis=1)) * (hidden < MOST_SHOWN)
    back[1] += np.outer(error, outputs)
    back *= (hidden > 0) * kept
    flat = back.reshape(-1, back.shape[2])
    return [
        shown.reshape(-1, shown.shape[2]).T @ flat,
        flat.sum(axis=0),
        hidden[1].T @ error,
        error.sum(keepdims=True),
        seen.T @ back_above,
        back_above.sum(axis=0),
        above.T @ error,
    ]


def _error(log_odds: Matrix, batch: PlaceTargets) -> Matrix:
    return (logistic_of(log_odds) - batch.wanted) * batch.counts / np.float32(len(batch.wanted))
