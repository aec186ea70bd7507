"""The heads of `best` as teachers: networks over the features of `learned` and the projected states of a transformer."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

import numpy as np

from caesura.foundation import InputError, PathLike
from caesura.lexicon import default_lexicon
from caesura.segmenters.best.encoder import read_encoder
from caesura.segmenters.best.model import BestModel
from caesura.segmenters.best.pieces import PieceStates
from caesura.segmenters.best.shipped import has_best, shipped_best, shipped_conventions, shipped_encoder
from caesura.segmenters.best.tuning import seen_with_states, states_of, tuned
from caesura.segmenters.best.upper_layers import UpperLayers
from caesura.segmenters.learned.feature_rows import FeatureRows, feature_rows, words_around
from caesura.segmenters.learned.gradients import Rows
from caesura.segmenters.learned.teaching import Teachers, Teaching, Tuned
from caesura.segmenters.learned.training import Matrix, Member, Vector, inputs_of
from caesura.shapes import Words
from caesura.tagging import default_tagger


def best_teachers() -> Teachers | None:
    """The heads that look at states; None where `best` is not installed."""
    if not has_best() or find_spec("onnxruntime") is None:
        return None
    return lambda queries: _of_best(queries, _described(queries))


def larger_teachers(encoder: PathLike) -> Teachers:
    """Heads that know several conventions, over the states of a larger transformer: a few examples teach them another one, and the
    transformer's upper layers with them. Those of `best` teach beside them: they err differently."""
    model, larger = shipped_conventions(), read_encoder(encoder)
    if larger.card.get("transformer") != model.card["transformer"]:
        raise InputError(
            f"this encoder is not {model.card['transformer']}, which teachers learned from",
            cure="build it: make teacher",
            file=encoder,
        )

    def teachers(queries: Sequence[Words]) -> Teaching:
        rows, tune = _described(queries), None
        if larger.upper is None:
            states = larger.states_with_end(queries)
        else:
            pieces = larger.pieces(queries)
            states, tune = states_of(larger.upper, pieces), _tuned(queries, rows, model, larger.upper, pieces)
        own = _teaching(queries, rows, model, states)
        return Teaching(own.heads + _of_best(queries, rows).heads, own.states, tune)

    return teachers


def _described(queries: Sequence[Words]) -> FeatureRows:
    return feature_rows(queries, default_lexicon(), default_tagger(), None)


def _of_best(queries: Sequence[Words], rows: FeatureRows) -> Teaching:
    return _teaching(queries, rows, shipped_best(), shipped_encoder().states_with_end(queries))


def _teaching(queries: Sequence[Words], rows: FeatureRows, model: BestModel, states: Matrix) -> Teaching:
    """The heads that look at states, which end with a row of zeros for words outside."""
    inputs, around = inputs_of(rows, model.means, model.scales), words_around([len(words) for words in queries])
    seen: dict[bytes, Matrix] = {}
    found = []
    for head, member in zip(model.heads, _members(model), strict=True):
        if head.project.shape[1]:
            # Heads may share a projection; what they see of a long log is large.
            key = head.project.tobytes()
            if key not in seen:
                seen[key] = seen_with_states(inputs, states, head.project, around)
            found.append((member, seen[key]))
    return Teaching(found, states[:-1])


def _tuned(queries: Sequence[Words], rows: FeatureRows, model: BestModel, upper: UpperLayers, pieces: PieceStates) -> Tuned:
    """Heads that have learned together with the layers below them; they share one projection."""
    inputs, project = inputs_of(rows, model.means, model.scales), model.heads[0].project
    around = words_around([len(words) for words in queries])
    first = np.cumsum([0, *(len(words) - 1 for words in queries)])

    def tune(shown: Rows, targets: Vector, seed: int) -> list[tuple[Member, Matrix]]:
        places = np.concatenate([np.arange(first[at], first[at + 1]) for at in shown])
        layers, heads = tuned(upper, _members(model), project, pieces.picked(shown), inputs[places], targets, seed)
        seen = seen_with_states(inputs, states_of(layers, pieces), project, around)
        return [(head, seen) for head in heads]

    return tune


def _members(model: BestModel) -> list[Member]:
    """Each head alone, calibrated as all are together."""
    stretch, shift = np.float32(model.stretch), model.shift
    return [Member(head.weights, head.biases, head.outputs * stretch, head.bias * model.stretch + shift) for head in model.heads]
