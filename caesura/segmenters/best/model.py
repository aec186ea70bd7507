"""The heads that turn features and states into log odds, as one artifact file; the transformer stands in a file of its own.

A head looks at the features of the method `learned` and at the states of the four words around a place, each squeezed through a
projection of its own. As there, the file holds no words.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from caesura.foundation import ArtifactKind, PathLike, open_bytes, written_bytes
from caesura.segmenters.learned.feature_rows import FeatureRows
from caesura.segmenters.learned.model import FEATURES, Trained
from caesura.segmenters.learned.training import inputs_of

HEADS = ArtifactKind("heads", 1, cure="install the package caesura-best again, or build it: make best")
_LARGEST = 1 << 26

Matrix = npt.NDArray[np.float32]
Vector = npt.NDArray[np.float64]


@dataclass(frozen=True)
class BreakHead:
    """One small network: states by `project`, then a hidden layer with rectifiers over features and projected states."""

    project: Matrix
    weights: Matrix
    biases: Matrix
    outputs: Matrix
    bias: float

    def log_odds(self, inputs: Matrix, states: Matrix, around: npt.NDArray[np.int64]) -> Matrix:
        """`states` end with a row of zeros for words outside of a query, where `around` points to."""
        seen = (states @ self.project)[around].reshape(len(around), -1)
        hidden = np.maximum(np.hstack([inputs, seen]) @ self.weights + self.biases, 0)
        result: Matrix = hidden @ self.outputs + np.float32(self.bias)
        return result

    @property
    def arrays(self) -> tuple[Matrix, ...]:
        return self.project, self.weights, self.biases, self.outputs


@dataclass(frozen=True)
class BestModel(Trained):
    """Several heads, whose log odds are averaged, stretched and shifted; how numbers are scaled; as `LearnedModel` otherwise."""

    heads: tuple[BreakHead, ...]
    stretch: float
    shift: float
    means: Vector
    scales: Vector
    odds_ratio: float
    salt: str
    seen: array[int]
    card: dict[str, Any]

    def log_odds(self, rows: FeatureRows, states: Matrix, around: npt.NDArray[np.int64]) -> Vector:
        """Calibrated log odds of a break at each place."""
        inputs = inputs_of(rows, self.means, self.scales)
        total = np.zeros(len(inputs))
        for head in self.heads:
            total += head.log_odds(inputs, states, around)
        return self.stretch * (total / len(self.heads)) + self.shift

    @cached_property
    def fingerprint(self) -> str:
        return hashlib.sha256(packed([self], b"")).hexdigest()[:8]


def packed(models: Sequence[BestModel], folds: bytes) -> bytes:
    """Models of one training: all queries, or fold by fold; `folds` are the folds of the queries in the order of their hashes."""
    first = models[0]
    head = {
        "card": first.card,
        "features": FEATURES,
        "models": [
            {
                "stretch": model.stretch,
                "shift": model.shift,
                "odds_ratio": model.odds_ratio,
                "heads": [{"bias": head.bias, "shapes": [list(each.shape) for each in head.arrays]} for head in model.heads],
            }
            for model in models
        ],
        "salt": first.salt,
        "numbers": len(first.means),
        "seen": len(first.seen),
        "folds": len(folds),
    }
    body = [
        np.asarray(first.means, "<f8").tobytes(),
        np.asarray(first.scales, "<f8").tobytes(),
        np.array(first.seen, "<u4").tobytes(),
        folds,
    ]
    body += [np.asarray(each, "<f4").tobytes() for model in models for one in model.heads for each in one.arrays]
    return HEADS.pack(head, b"".join(body))


def write_best(models: Sequence[BestModel], folds: bytes, path: PathLike) -> None:
    with written_bytes(path) as raw:
        raw.write(packed(models, folds))


def read_best(path: PathLike) -> tuple[tuple[BestModel, ...], bytes]:
    """The models of a file, and the folds of their queries."""
    with open_bytes(path) as raw:
        head, body = HEADS.unpack(raw.read(_LARGEST), path)
    try:
        if head["features"] != FEATURES:
            raise ValueError("trained with other features")
        reader = _Reader(body)
        means, scales = (reader.take("<f8", [int(head["numbers"])]).astype(np.float64) for _ in range(2))
        seen = array("I", reader.take("<u4", [int(head["seen"])]).tolist())
        folds = reader.take("u1", [int(head["folds"])]).tobytes()
        models = tuple(
            BestModel(
                tuple(reader.head(one["shapes"], float(one["bias"])) for one in each["heads"]),
                float(each["stretch"]),
                float(each["shift"]),
                means,
                scales,
                float(each["odds_ratio"]),
                str(head["salt"]),
                seen,
                dict(head["card"]),
            )
            for each in head["models"]
        )
    except (ValueError, KeyError, TypeError) as error:
        raise HEADS.damaged(path) from error
    return models, folds


class _Reader:
    def __init__(self, body: bytes) -> None:
        self._body, self._at = body, 0

    def take(self, kind: str, shape: Sequence[int]) -> npt.NDArray[Any]:
        size = int(np.prod(shape)) * np.dtype(kind).itemsize
        part = self._body[self._at : self._at + size]
        self._at += size
        return np.frombuffer(part, kind).reshape(shape)

    def head(self, shapes: Sequence[Sequence[int]], bias: float) -> BreakHead:
        project, weights, biases, outputs = (self.take("<f4", shape).astype(np.float32) for shape in shapes)
        return BreakHead(project, weights, biases, outputs, bias)
