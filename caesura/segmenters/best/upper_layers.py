"""The upper layers of a transformer in numpy, forward and backward: two of them can be trained by a few examples on one core.

Each layer lets the pieces of a query look at each other, then goes through two dense steps; what comes in is added to what comes
out and normalised (Vaswani et al. 2017), and how far apart two pieces stand counts by itself (Song et al. 2020). Pieces of all
queries stand one after the other; only where they look at each other are queries of different lengths filled up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float32]
Layer = list[Matrix]

#: The arrays of a layer, in this order: matrices have a row for each number that comes in.
PARTS = (
    *("query", "query bias", "key", "key bias", "value", "value bias", "mixed", "mixed bias", "first scale", "first shift"),
    *("inner", "inner bias", "outer", "outer bias", "second scale", "second shift"),
)

_EPSILON = np.float32(1e-5)
_FAR = np.float32(-1e9)


@dataclass(frozen=True)
class UpperLayers:
    """`layers` as PARTS says; `near` is what the distance of two pieces adds to how much they look at each other: heads by pieces
    by pieces."""

    layers: tuple[Layer, ...]
    near: Matrix

    def states(self, rows: Matrix, sizes: Sequence[int]) -> Matrix:
        """The states of all pieces; `sizes` are the numbers of pieces of the queries that they stand in."""
        inside = _inside(sizes)
        for layer in self.layers:
            rows = _forward(layer, self.near, rows, inside).second.states
        return rows

    def traced(self, rows: Matrix, sizes: Sequence[int]) -> Trace:
        """The same, with what going back needs."""
        inside = _inside(sizes)
        steps = []
        for layer in self.layers:
            steps.append(_forward(layer, self.near, rows, inside))
            rows = steps[-1].second.states
        return Trace(self.layers, inside, steps)

    def copied(self) -> UpperLayers:
        """Layers of their own, which training may change."""
        return UpperLayers(tuple([part.copy() for part in layer] for layer in self.layers), self.near)

    def fit(self, width: int, longest: int) -> bool:
        """Whether they can go on from states this wide of so many pieces."""
        measures = self.measures
        return measures["width"] == width and measures["longest"] >= longest

    @property
    def measures(self) -> dict[str, int]:
        """What a file needs to know beside the numbers."""
        heads, longest, _ = self.near.shape
        width, inner = self.layers[0][PARTS.index("inner")].shape
        return {"layers": len(self.layers), "width": width, "inner": inner, "heads": heads, "longest": longest}

    def packed(self) -> bytes:
        """All numbers in sixteen bits."""
        parts = [self.near, *(part for layer in self.layers for part in layer)]
        return b"".join(part.astype("<f2").tobytes() for part in parts)

    @classmethod
    def unpacked(cls, raw: bytes, measures: Mapping[str, Any]) -> UpperLayers:
        """From such bytes; a ValueError where they are not as many as the measures say."""
        count, width, inner, heads, longest = (int(measures[name]) for name in ("layers", "width", "inner", "heads", "longest"))
        shapes = _shapes(width, inner)
        of_near, of_layer = heads * longest * longest, [prod(shape) for shape in shapes]
        numbers = np.frombuffer(raw, "<f2").astype(np.float32)
        # Looked at before anything of a size that a file merely states is made.
        if min(count, width, inner, heads, longest) < 1 or width % heads or len(numbers) != of_near + count * sum(of_layer):
            raise ValueError("the upper layers are not whole")
        near, *parts = np.split(numbers, np.cumsum([of_near, *of_layer * count])[:-1])
        shaped = [part.reshape(shapes[at % len(shapes)]) for at, part in enumerate(parts)]
        layers = tuple(shaped[at : at + len(shapes)] for at in range(0, len(shaped), len(shapes)))
        return cls(layers, near.reshape(heads, longest, longest))


class _Normalised(NamedTuple):
    """States after a normalisation, what they were before scale and shift, and one over their deviation."""

    states: Matrix
    plain: Matrix
    spread: Matrix


class _Step(NamedTuple):
    """What one layer made of its rows."""

    rows: Matrix
    queries: Matrix
    keys: Matrix
    values: Matrix
    looks: Matrix
    mixed: Matrix
    first: _Normalised
    inner: Matrix
    below: Matrix
    second: _Normalised


class Trace(NamedTuple):
    """One way through the layers."""

    layers: tuple[Layer, ...]
    inside: npt.NDArray[np.bool_]
    steps: list[_Step]

    @property
    def states(self) -> Matrix:
        return self.steps[-1].second.states

    def slopes(self, above: Matrix) -> list[Matrix]:
        """How a loss changes with each array of each layer; `above` is how it changes with the states."""
        found: list[Layer] = []
        for layer, step in zip(reversed(self.layers), reversed(self.steps), strict=True):
            above, slopes = _backward(layer, self.inside, step, above)
            found.insert(0, slopes)
        return [slope for slopes in found for slope in slopes]


def _shapes(width: int, inner: int) -> list[tuple[int, ...]]:
    """Of the arrays of a layer."""
    square: list[tuple[int, ...]] = [(width, width), (width,)]
    return [*square * 4, (width,), (width,), (width, inner), (inner,), (inner, width), (width,), (width,), (width,)]


def _inside(sizes: Sequence[int]) -> npt.NDArray[np.bool_]:
    """Which places of a table, a row for each query, hold a piece."""
    inside: npt.NDArray[np.bool_] = np.arange(max(sizes)) < np.asarray(sizes)[:, None]
    return inside


def _forward(layer: Layer, near: Matrix, rows: Matrix, inside: npt.NDArray[np.bool_]) -> _Step:
    heads, length = len(near), inside.shape[1]
    queries, keys, values = (_by_head(rows @ layer[at] + layer[at + 1], inside, heads) for at in (0, 2, 4))
    scores = queries @ keys.swapaxes(2, 3) / np.float32(queries.shape[3] ** 0.5) + near[:, :length, :length]
    scores = np.where(inside[:, None, None, :], scores, _FAR)
    looks = np.exp(scores - scores.max(axis=3, keepdims=True))
    looks /= looks.sum(axis=3, keepdims=True)
    mixed = _by_piece(looks @ values, inside)
    first = _normalised(mixed @ layer[6] + layer[7] + rows, layer[8], layer[9])
    inner = first.states @ layer[10] + layer[11]
    below = _share_below(inner)
    dense: Matrix = inner * below
    second = _normalised(dense @ layer[12] + layer[13] + first.states, layer[14], layer[15])
    return _Step(rows, queries, keys, values, looks, mixed, first, inner, below, second)


def _backward(layer: Layer, inside: npt.NDArray[np.bool_], step: _Step, above: Matrix) -> tuple[Matrix, list[Matrix]]:
    """How the loss changes with the rows that came in, and with each array."""
    back, second_slopes = _back_through(step.second, layer[14], above)
    dense = step.inner * step.below
    outer_slopes = [dense.T @ back, back.sum(axis=0)]
    density = np.exp(-0.5 * step.inner * step.inner) * np.float32((2 * np.pi) ** -0.5)
    back_inner = (back @ layer[12].T) * (step.below + step.inner * density)
    inner_slopes = [step.first.states.T @ back_inner, back_inner.sum(axis=0)]
    back, first_slopes = _back_through(step.first, layer[8], back + back_inner @ layer[10].T)
    mixed_slopes = [step.mixed.T @ back, back.sum(axis=0)]
    heads = step.looks.shape[1]
    back_mixed = _by_head(back @ layer[6].T, inside, heads)
    back_looks = back_mixed @ step.values.swapaxes(2, 3)
    back_scores = step.looks * (back_looks - (back_looks * step.looks).sum(axis=3, keepdims=True))
    back_scores /= np.float32(step.queries.shape[3] ** 0.5)
    slopes: list[Matrix] = []
    rows = back
    for at, gone_back in (
        (0, back_scores @ step.keys),
        (2, back_scores.swapaxes(2, 3) @ step.queries),
        (4, step.looks.swapaxes(2, 3) @ back_mixed),
    ):
        flat = _by_piece(gone_back, inside)
        slopes += [step.rows.T @ flat, flat.sum(axis=0)]
        rows = rows + flat @ layer[at].T
    return rows, [*slopes, *mixed_slopes, *first_slopes, *inner_slopes, *outer_slopes, *second_slopes]


def _by_head(rows: Matrix, inside: npt.NDArray[np.bool_], heads: int) -> Matrix:
    """Rows as queries by heads by pieces by what a head sees; nothing but zeros where a query has no piece."""
    table = np.zeros((*inside.shape, rows.shape[1]), rows.dtype)
    table[inside] = rows
    return table.reshape(*inside.shape, heads, -1).transpose(0, 2, 1, 3)


def _by_piece(table: Matrix, inside: npt.NDArray[np.bool_]) -> Matrix:
    joined: Matrix = table.transpose(0, 2, 1, 3).reshape(*inside.shape, -1)[inside]
    return joined


def _normalised(rows: Matrix, scale: Matrix, shift: Matrix) -> _Normalised:
    plain = rows - rows.mean(axis=1, keepdims=True)
    spread = 1 / np.sqrt((plain * plain).mean(axis=1, keepdims=True) + _EPSILON)
    plain *= spread
    return _Normalised(plain * scale + shift, plain, spread)


def _back_through(done: _Normalised, scale: Matrix, above: Matrix) -> tuple[Matrix, list[Matrix]]:
    back = above * scale
    mean, along = back.mean(axis=1, keepdims=True), (back * done.plain).mean(axis=1, keepdims=True)
    return (back - mean - done.plain * along) * done.spread, [(above * done.plain).sum(axis=0), above.sum(axis=0)]


def _share_below(values: Matrix) -> Matrix:
    """The share of a normal distribution below each value, to 2e-7 (Abramowitz and Stegun 1964, 7.1.26)."""
    size = np.abs(values) * np.float32(0.5**0.5)
    part = 1 / (1 + np.float32(0.3275911) * size)
    tail = np.float32(1.061405429) * part - np.float32(1.453152027)
    for number in (1.421413741, -0.284496736, 0.254829592):
        tail = tail * part + np.float32(number)
    tail *= part * np.exp(-size * size) * np.float32(0.5)
    below: Matrix = np.where(values < 0, tail, 1 - tail)
    return below
