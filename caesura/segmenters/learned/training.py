"""Training on votes: the target at each place is the share of annotators who break there, not only what most of them do.

A model is several small networks side by side, its members. The queries are split into as many parts; each member leaves one part
out, so every query has a prediction by a member that has not seen it. From those the scores of the inner cross validation, the
calibration (log odds are stretched and shifted) and the odds ratio of neighbouring breaks are fitted. Queries that fold to the
same words are always in the same part. The same input and seed give the same model.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from caesura.foundation import Advance
from caesura.segmenters.learned.descent import Descent
from caesura.segmenters.learned.feature_rows import NO_CLASS, FeatureRows
from caesura.segmenters.learned.network import (
    BESIDE,
    HIGHEST,
    HIGHEST_SHOWN,
    LIMIT,
    SCALE,
    TAG_INPUTS,
    UNIT,
    WEIGHT_UNIT,
    Network,
    SecondLayer,
)
from caesura.segmenters.learned.tag_classes import CLASSES
from caesura.segmenters.learned.vectors import STEPS
from caesura.shapes import fold

Matrix = npt.NDArray[np.float32]
Vector = npt.NDArray[np.float64]

_TOO_LARGE = "the weights are too large for the network's whole numbers: train with more decay"


@dataclass(frozen=True)
class Recipe:
    """How to train. The defaults were found on the public query segmentation corpus."""

    members: int = 3
    hidden: int = 64
    epochs: int = 20
    rate: float = 2e-3
    decay: float = 0.05
    dropout: float = 0.3
    batch: int = 128
    seed: int = 1


@dataclass(frozen=True)
class Examples:
    """Many queries, the features of their places, and the share of breaks there."""

    texts: tuple[str, ...]
    rows: FeatureRows
    shares: tuple[tuple[float, ...], ...]

    @property
    def owners(self) -> npt.NDArray[np.int64]:
        """The query that each place belongs to."""
        return np.repeat(np.arange(len(self.shares)), [len(shares) for shares in self.shares])

    @property
    def targets(self) -> Vector:
        return np.array([share for shares in self.shares for share in shares], np.float64)

    def picked(self, queries: Sequence[int]) -> Examples:
        """The examples of some of the queries."""
        ends = np.cumsum([0, *(len(shares) for shares in self.shares)])
        rows = np.concatenate([np.arange(ends[at], ends[at + 1]) for at in queries]) if len(queries) else np.zeros(0, np.int64)
        return Examples(tuple(self.texts[at] for at in queries), self.rows.picked(rows), tuple(self.shares[at] for at in queries))


def parts(texts: Sequence[str], count: int, seed: int) -> npt.NDArray[np.int64]:
    """Which part each query belongs to: by chance, as even as can be, equal queries together."""
    folded = [" ".join(map(fold, text.split())) for text in texts]
    distinct = sorted(set(folded))
    random.Random(seed).shuffle(distinct)
    part = {text: number % count for number, text in enumerate(distinct)}
    return np.array([part[text] for text in folded], np.int64)


def standardised(examples: Examples) -> tuple[Vector, Vector]:
    return scaling(examples.rows.numbers)


def scaling(numbers: Vector) -> tuple[Vector, Vector]:
    """Mean of each number, and what makes one deviation of it UNIT; a number that never changes counts nothing."""
    spread = numbers.std(axis=0)
    return numbers.mean(axis=0), np.where(spread > 1e-9, UNIT / np.maximum(spread, 1e-9), 0.0)


def design(examples: Examples, means: Vector, scales: Vector) -> Matrix:
    """The network's inputs, one row per place, as it will see them when it runs."""
    return inputs_of(examples.rows, means, scales)


def inputs_of(rows: FeatureRows, means: Vector, scales: Vector) -> Matrix:
    dense = np.clip(np.floor((rows.numbers - means) * scales + 0.5), -LIMIT, LIMIT) / UNIT
    blocks: list[Matrix] = [dense.astype(np.float32), rows.vectors.astype(np.float32) / np.float32(STEPS), _indicators(rows.tags)]
    if rows.given is not None:
        blocks.append(_indicators(rows.given))
    return np.hstack(blocks)


def _indicators(classes: npt.NDArray[np.uint8]) -> Matrix:
    inputs = np.zeros((len(classes), TAG_INPUTS), np.float32)
    for at in range(classes.shape[1]):
        known = np.flatnonzero(classes[:, at] != NO_CLASS)
        inputs[known, at * CLASSES + classes[known, at].astype(np.int64)] = 1.0
    return inputs


#: What the second layer sees of a hidden unit at most.
MOST_SHOWN = np.float32(HIGHEST_SHOWN / UNIT)


@dataclass
class SecondMember:
    """The second layer of a small network: hidden units of the place before, of the place itself and of the place behind, one block
    of weights below the other."""

    weights: Matrix
    biases: Matrix
    outputs: Matrix


@dataclass
class Member:
    """One small network in floating point, of one layer or two."""

    weights: Matrix
    biases: Matrix
    outputs: Matrix
    bias: float
    second: SecondMember | None = None

    def log_odds(self, inputs: Matrix, owners: npt.NDArray[np.int64]) -> Vector:
        """One value per place; `owners` says which query it belongs to, the places of a query one after the other."""
        hidden = np.maximum(inputs @ self.weights + self.biases, 0)
        odds = hidden @ self.outputs + self.bias
        if self.second is not None:
            shown = np.minimum(hidden, MOST_SHOWN)
            before, behind = np.zeros_like(shown), np.zeros_like(shown)
            together = (owners[1:] == owners[:-1])[:, None]
            before[1:], behind[:-1] = shown[:-1] * together, shown[1:] * together
            odds += (
                np.maximum(np.hstack([before, shown, behind]) @ self.second.weights + self.second.biases, 0) @ self.second.outputs
            )
        return np.asarray(odds, np.float64)


def train_member(inputs: Matrix, targets: Vector, recipe: Recipe, seed: int) -> Member:
    """Descent on the cross entropy with the shares; hidden units are left out by chance while it learns."""
    draw = np.random.default_rng(seed)
    used = np.flatnonzero(np.any(inputs != 0, axis=0))
    shown = np.ascontiguousarray(inputs[:, used])
    wanted = targets.astype(np.float32)
    size = shown.shape[1]
    values = [
        (draw.standard_normal((size, recipe.hidden)) * np.sqrt(2 / size)).astype(np.float32),
        np.zeros(recipe.hidden, np.float32),
        (draw.standard_normal(recipe.hidden) * 0.1 * np.sqrt(2 / recipe.hidden)).astype(np.float32),
        np.zeros(1, np.float32),
    ]
    batches = -(-len(shown) // recipe.batch)
    descent = Descent(values, (recipe.decay, 0.0, recipe.decay, 0.0), recipe.rate, recipe.epochs * batches)
    for _epoch in range(recipe.epochs):
        order = draw.permutation(len(shown))
        for start in range(0, len(order), recipe.batch):
            batch = order[start : start + recipe.batch]
            rows = shown[batch]
            kept = (draw.random((len(rows), recipe.hidden), dtype=np.float32) >= recipe.dropout) / np.float32(1 - recipe.dropout)
            hidden = np.maximum(rows @ values[0] + values[1], 0) * kept
            error = (logistic_of(hidden @ values[2] + values[3]) - wanted[batch]) / len(rows)
            back = np.outer(error, values[2]) * (hidden > 0) * kept
            descent.step([rows.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(keepdims=True)])
    weights = np.zeros((inputs.shape[1], recipe.hidden), np.float32)
    weights[used] = values[0]
    return Member(weights, values[1], values[2], float(values[3][0]))


def logistic_of(log_odds: Matrix) -> Matrix:
    return (1 / (1 + np.exp(-np.clip(log_odds, -30, 30)))).astype(np.float32)


def train_members(inputs: Matrix, examples: Examples, recipe: Recipe, advance: Advance) -> tuple[list[Member], Vector]:
    """The members, and for each place the log odds by the member that was trained without its query."""
    part = parts(examples.texts, recipe.members, recipe.seed)[examples.owners]
    targets = examples.targets
    held_out = np.zeros(len(targets))
    members = []
    for number in range(recipe.members):
        left_out = part == number
        member = train_member(inputs[~left_out], targets[~left_out], recipe, recipe.seed * 1000 + number)
        held_out[left_out] = member.log_odds(inputs[left_out], examples.owners[left_out])
        members.append(member)
        advance(1)
    return members, held_out


def whole(
    members: Sequence[Member], stretch: float, shift: float, means: Vector, scales: Vector, *, logged_words: bool = False
) -> Network:
    """The members as one network in whole numbers, calibrated; `logged_words` where they see vectors of a log's words."""
    weights = np.hstack([member.weights for member in members])
    biases = np.concatenate([member.biases for member in members])
    outputs = np.concatenate([member.outputs for member in members]) * stretch / len(members)
    bias = float(np.mean([member.bias for member in members])) * stretch + shift
    stored = np.clip(np.rint(weights * WEIGHT_UNIT), -HIGHEST, HIGHEST).astype(np.int64)
    network = Network(
        int(stored.shape[1]),
        array("d", means),
        array("d", scales),
        array("h", stored.ravel().tolist()),
        array("i", np.rint(biases * SCALE).astype(np.int64).tolist()),
        array("i", np.rint(outputs * WEIGHT_UNIT).astype(np.int64).tolist()),
        round(bias * SCALE),
        _whole_second(members, stretch),
        logged_words,
    )
    _check_room(stored, len(means) + network.vector_inputs)
    return network


def _whole_second(members: Sequence[Member], stretch: float) -> SecondLayer | None:
    """The second layers side by side: each sees the hidden units of its own member."""
    layers = [member.second for member in members if member.second is not None]
    if not layers:
        return None
    units, seen = sum(len(layer.biases) for layer in layers), sum(len(member.biases) for member in members)
    weights = np.zeros((BESIDE, seen, units))
    row = column = 0
    for member, layer in zip(members, layers, strict=True):
        rows, columns = slice(row, row + len(member.biases)), slice(column, column + len(layer.biases))
        weights[:, rows, columns] = layer.weights.reshape(BESIDE, len(member.biases), -1)
        row, column = rows.stop, columns.stop
    stored = np.clip(np.rint(weights * WEIGHT_UNIT), -HIGHEST, HIGHEST).astype(np.int64)
    second = SecondLayer(
        units,
        array("h", stored.ravel().tolist()),
        array("i", np.rint(np.concatenate([layer.biases for layer in layers]) * SCALE).astype(np.int64).tolist()),
        array(
            "i",
            np.rint(np.concatenate([layer.outputs for layer in layers]) * stretch / len(members) * WEIGHT_UNIT)
            .astype(np.int64)
            .tolist(),
        ),
    )
    if not second.fits:
        raise ArithmeticError(_TOO_LARGE)
    return second


def _check_room(stored: npt.NDArray[np.int64], dense: int) -> None:
    """A hidden unit's sum must fit 32 bits whatever the inputs are."""
    numbers = np.abs(stored[:dense]).sum(axis=0) * LIMIT
    tags = np.abs(stored[dense:]).max(axis=0) * UNIT * 8
    if int((numbers + tags).max()) >= 2**31 - 2**27:
        raise ArithmeticError(_TOO_LARGE)
