"""Trains the upper layers of a transformer and the heads over them together, on some annotated queries."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from caesura.segmenters.best.pieces import Matrix, PieceStates
from caesura.segmenters.best.upper_layers import UpperLayers
from caesura.segmenters.learned.descent import Descent
from caesura.segmenters.learned.feature_rows import words_around
from caesura.segmenters.learned.further_training import FEW_EXAMPLES, kept_by_chance
from caesura.segmenters.learned.gradients import PlaceTargets, Rows, gradients_with_inputs, member_from, values_of
from caesura.segmenters.learned.training import Member, Vector

#: What the layers know was learned from much more text than the examples: they change slowly, the heads ten times as fast.
_RATE = 1e-4
_HEADS_RATE = 1e-3

#: Queries of a step, and how many steps a pass takes at least.
_BATCH, _FEWEST_BATCHES = 16, 4

#: So many steps in all, but no more passes than the first and no fewer than the second.
_STEPS, _MOST_PASSES, _FEWEST_PASSES = 150, 16, 4

#: Queries that go through the layers together when they are asked.
_TOGETHER = 64


def tuned(
    upper: UpperLayers,
    heads: Sequence[Member],
    project: Matrix,
    pieces: PieceStates,
    inputs: Matrix,
    targets: Vector,
    seed: int,
) -> tuple[UpperLayers, list[Member]]:
    """Layers and heads that have learned from these queries; `inputs` are what heads see of their places beside the states, which
    reach them through `project`."""
    draw = np.random.default_rng(seed)
    upper, values = upper.copied(), [values_of(head) for head in heads]
    lengths = np.diff(pieces.words)
    first_places = np.cumsum([0, *(lengths - 1)])
    batch = max(1, min(_BATCH, len(lengths) // _FEWEST_BATCHES))
    in_a_pass = -(-len(lengths) // batch)
    passes = max(_FEWEST_PASSES, min(_MOST_PASSES, -(-_STEPS // in_a_pass)))
    of_layers = _descent([part for layer in upper.layers for part in layer], _RATE, passes * in_a_pass)
    of_heads = _descent([each for member in values for each in member], _HEADS_RATE, passes * in_a_pass)
    for _ in range(passes):
        order = draw.permutation(len(lengths))
        for at in range(0, len(order), batch):
            queries = order[at : at + batch]
            own = pieces.picked(queries)
            places = np.concatenate([np.arange(first_places[each], first_places[each + 1]) for each in queries])
            around = words_around(lengths[queries].tolist())
            trace = upper.traced(own.rows.astype(np.float32), own.sizes)
            shown = seen_with_states(inputs[places], own.of_words(trace.states), project, around)
            wanted = targets[places].astype(np.float32)
            slopes, back = [], np.zeros_like(shown)
            for member in values:
                lesson = PlaceTargets(
                    wanted,
                    np.ones(len(places), np.float32),
                    kept_by_chance(draw, shown.shape, FEW_EXAMPLES.dropped_inputs),
                    kept_by_chance(draw, (len(places), len(member[1])), FEW_EXAMPLES.dropout),
                )
                by_member, by_inputs = gradients_with_inputs(member, shown, lesson)
                slopes += by_member
                back += by_inputs
            of_layers.step(trace.slopes(own.to_pieces(_to_words(back[:, inputs.shape[1] :], around, project))))
            of_heads.step(slopes)
    return upper, [member_from(member) for member in values]


def states_of(upper: UpperLayers, pieces: PieceStates) -> Matrix:
    """The states of all words, and a row of zeros for words outside."""
    rows = np.zeros(pieces.rows.shape, np.float32)
    sizes = np.array(pieces.sizes)
    order = np.argsort(sizes, kind="stable")
    for at in range(0, len(order), _TOGETHER):
        queries = order[at : at + _TOGETHER]
        into = np.concatenate([np.arange(pieces.first[each], pieces.first[each + 1]) for each in queries])
        rows[into] = upper.states(pieces.rows[into].astype(np.float32), sizes[queries].tolist())
    return pieces.of_words(rows)


def seen_with_states(inputs: Matrix, states: Matrix, project: Matrix, around: Rows) -> Matrix:
    """What a head sees of each place: its inputs, and the projected states of the words around."""
    return np.hstack([inputs, (states @ project)[around].reshape(len(around), -1)])


def _to_words(back: Matrix, around: Rows, project: Matrix) -> Matrix:
    """How the loss changes with the state of each word, from how it changes with what heads see of the states."""
    by_word = np.zeros((int(around.max()) + 1, project.shape[1]), np.float32)
    np.add.at(by_word, around, back.reshape(*around.shape, -1))
    return by_word @ project.T


def _descent(values: list[Matrix], rate: float, steps: int) -> Descent:
    return Descent(values, (0.0,) * len(values), rate, steps)
