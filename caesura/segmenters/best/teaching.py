"""The heads of `best` as teachers: networks over the features of `learned` and the projected states of a transformer."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

import numpy as np

from caesura.lexicon import default_lexicon
from caesura.segmenters.best.model import BestModel, words_around
from caesura.segmenters.best.shipped import has_best, shipped_best, shipped_encoder
from caesura.segmenters.learned.feature_rows import feature_rows
from caesura.segmenters.learned.teaching import Teachers
from caesura.segmenters.learned.training import Matrix, Member, inputs_of
from caesura.shapes import Words
from caesura.tagging import default_tagger


def best_teachers() -> Teachers | None:
    """The heads that look at states; None where `best` is not installed."""
    return _teachers if has_best() and find_spec("onnxruntime") is not None else None


def _teachers(queries: Sequence[Words]) -> list[tuple[Member, Matrix]]:
    model = shipped_best()
    rows = feature_rows(queries, default_lexicon(), default_tagger(), None)
    inputs = inputs_of(rows, model.means, model.scales)
    states, around = shipped_encoder().states_with_end(queries), words_around([len(words) for words in queries])
    found = []
    for head in model.heads:
        if head.project.shape[1]:
            projected = (states @ head.project)[around].reshape(len(around), -1)
            found.append((_calibrated(model, head.weights, head.biases, head.outputs, head.bias), np.hstack([inputs, projected])))
    return found


def _calibrated(model: BestModel, weights: Matrix, biases: Matrix, outputs: Matrix, bias: float) -> Member:
    return Member(weights, biases, outputs * np.float32(model.stretch), bias * model.stretch + model.shift)
