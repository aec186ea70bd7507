"""Builds what the package caesura-best holds: `python -m recipes.best_model DATA --packages FOLDER --cache FOLDER`.

The encoder learns from the larger transformer's states alone (recipes/encoder.py). Then, fold by fold, the teachers of the default
model label the log, and heads learn from labels and votes with the encoder's states, as it gives them in whole numbers at run time
(recipes/distillation.py); beside them stands a network of one layer that sees no states. The networks of the ten folds are kept, so
that anyone can repeat the figures.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from caesura.corpus import read_corpus
from caesura.foundation import InputError, each_fold
from caesura.segmenters.best import encoder as running
from caesura.segmenters.best.model import BestModel, BreakHead, write_best
from caesura.segmenters.best.shipped import ENCODER_FILE, FOLDS_FILE, MODEL_FILE
from caesura.segmenters.learned.calibration import fitted
from caesura.segmenters.learned.feature_rows import words_around
from caesura.segmenters.learned.model import query_hashes
from caesura.segmenters.learned.training import Member, parts
from recipes.default_model import PROFILES, Prepared, fold_of, measured_card, prepared, recipe_options, report
from recipes.distillation import Classroom, Lesson, place_weights, scales_of
from recipes.encoder import KEPT, LAYERS, POSITIONS, Encoder, pieces_of, published, train_encoder
from recipes.encoder_file import encoder_file
from recipes.log_queries import word_states
from recipes.material import Material, entries_of, voted_material
from recipes.teacher import PROJECTED, Teacher, descend, principal_components

_OUTPUT = Path(__file__).parents[1] / "packages" / "caesura-best" / "caesura_best"
_PROFILE = PROFILES[0]

#: Logged queries that the encoder does not learn from: its error is measured there.
_HELD_OUT = 4000
_HEADS, _HIDDEN = 2, 128
_EPOCHS, _RATE, _DECAY, _BATCH = 6, 1e-3, 0.01, 256


def built_encoder(given: argparse.Namespace, ready: Prepared) -> running.Encoder:
    """The encoder as it will run; its training is kept in the cache."""
    weights, tokenizer, vocabulary = published(given.packages)
    shown = ready.web[:-_HELD_OUT]
    pieces = pieces_of(shown, tokenizer)
    trained = given.cache / f"encoder-{LAYERS}-{given.seed}.pt"
    if not trained.exists():
        states = word_states(ready.web, ready.transformer, given.cache, "log")[: sum(pieces.sizes)]
        made = train_encoder(
            weights, pieces, states, given.seed, lambda epoch, loss, _: report(f"encoder: pass {epoch + 1}, error {loss:.4f}")
        )
        torch.save(made.state_dict(), trained)
    encoder = Encoder(weights)
    encoder.load_state_dict(torch.load(trained))
    card = {"start": "all-MiniLM-L6-v2 (Apache-2.0)", "teacher": "all-mpnet-base-v2, layer 6 (Apache-2.0)", "layers": LAYERS}
    return running.Encoder(encoder_file(encoder.eval(), pieces), tuple(vocabulary), POSITIONS, KEPT, card)


class HeadClass:
    """Heads learn from the same lessons as the students of the default model, and see the encoder's states as well."""

    def __init__(
        self, classroom: Classroom, encoder: running.Encoder, voted: Material, logged: Material, ready: Prepared, seed: int
    ) -> None:
        self._classroom, self._seed, self._owners = classroom, seed, voted.owners
        queries = [
            [tuple(text.split()) for text in voted.texts],
            list(ready.names.queries),
            [tuple(text.split()) for text in logged.texts],
        ]
        states, around, first = [], [], 0
        for number, listed in enumerate(queries):
            own = words_around([len(words) for words in listed])
            around.append((own if number != 1 else own[ready.names.kept]) + first)
            states.append(encoder.states_with_end(listed))
            first += len(states[-1])
        self._states = torch.as_tensor(np.concatenate(states))
        self._around = [torch.as_tensor(each) for each in around]
        _, self._components = principal_components(states[0][:-1], PROJECTED)

    def heads(self, lesson: Lesson, fold: int) -> tuple[list[BreakHead], npt.NDArray[np.float64]]:
        """Heads of the fold, one that looks at no states among them, and the log odds that they give to all voted places."""
        inputs = self._classroom.inputs(lesson.rows)
        around = torch.cat([self._around[0][lesson.rows], *self._around[1:]])
        weight = place_weights(lesson)
        heads = [self._head(inputs, around, lesson.targets, weight, self._seed * 1000 + fold + 100 * at) for at in range(_HEADS)]
        heads.append(static_head(self._classroom.alone(lesson, fold)))
        voted, states, places = self._classroom.voted_inputs.numpy(), self._states.numpy(), self._around[0].numpy()
        return heads, np.mean([head.log_odds(voted, states, places) for head in heads], axis=0, dtype=np.float64)

    def _head(
        self, inputs: torch.Tensor, around: torch.Tensor, targets: torch.Tensor, weight: torch.Tensor, seed: int
    ) -> BreakHead:
        torch.manual_seed(seed)
        network = Teacher(inputs.shape[1], self._components, _HIDDEN)
        network.dropped = (0.0, 0.0)

        def loss(rows: torch.Tensor) -> torch.Tensor:
            guessed = network(inputs[rows], self._states[around[rows]])
            return functional.binary_cross_entropy_with_logits(guessed, targets[rows], weight=weight[rows])

        descend(network, torch.arange(len(inputs)), loss, epochs=_EPOCHS, rate=_RATE, decay=_DECAY, batch=_BATCH)
        arrays = (
            network.project.weight.T,
            network.hidden.weight.T,
            network.hidden.bias,
            network.output.weight[0],
        )
        project, hidden, biases, outputs = (np.ascontiguousarray(each.detach().numpy()) for each in arrays)
        return BreakHead(project, hidden, biases, outputs, float(network.output.bias.detach()[0]))


def static_head(member: Member) -> BreakHead:
    """A head that looks at no states: it errs differently from those that do."""
    return BreakHead(np.zeros((KEPT, 0), np.float32), member.weights, member.biases, member.outputs, member.bias)


def build(given: argparse.Namespace, ready: Prepared) -> None:
    entries = entries_of(read_corpus(given.data / _PROFILE.corpus, annotated=True))
    voted = voted_material(entries, ready.log, ready.transformer, given.cache, _PROFILE.name)
    encoder = built_encoder(given, ready)
    given.output.mkdir(parents=True, exist_ok=True)
    running.write_encoder(encoder, given.output / ENCODER_FILE)
    report(f"encoder {encoder.fingerprint}")
    scales = scales_of([voted, ready.labelled])
    classroom = Classroom(voted, ready.labelled, ready.names, scales, given.seed)
    pupils = HeadClass(classroom, encoder, voted, ready.labelled, ready, given.seed)
    part = parts(voted.texts, _PROFILE.folds, given.seed)
    held_out, by_teacher = np.zeros(len(voted.shares)), np.zeros(len(voted.shares))
    in_folds: list[list[BreakHead]] = []
    for number, _ in enumerate(each_fold(part.tolist(), _PROFILE.folds)):
        lesson, taught = classroom.taught(part != number, number)
        heads, guessed = pupils.heads(lesson, number)
        own = part[voted.owners] == number
        held_out[own], by_teacher[own] = guessed[own], taught[own]
        in_folds.append(heads)
        report(f"best: fold {number + 1} of {_PROFILE.folds}")
    stretch, shift = fitted(held_out, voted.shares.astype(np.float64))
    lesson, _ = classroom.taught(np.ones(len(part), np.bool_), _PROFILE.folds)
    final, _ = pupils.heads(lesson, _PROFILE.folds)
    about = {"encoder": {**encoder.card, "fingerprint": encoder.fingerprint}, "heads": _HEADS, "hidden": _HIDDEN}
    card, odds_ratio = measured_card(_PROFILE, entries, voted, stretch * held_out + shift, by_teacher, given.seed, about)
    salt = hashlib.sha256(f"{given.seed} best".encode()).hexdigest()[:32]
    seen = query_hashes(voted.texts, salt)

    def model(heads: list[BreakHead]) -> BestModel:
        return BestModel(tuple(heads), stretch, shift, scales.means, scales.scales, odds_ratio, salt, seen, card)

    write_best([model(final)], b"", given.output / MODEL_FILE)
    write_best([model(heads) for heads in in_folds], fold_of(voted.texts, part, model(final)), given.output / FOLDS_FILE)
    report(f"best: {json.dumps(card['figures'])}, the teachers {json.dumps(card['teacher_figures'])}")


def main() -> None:
    options = recipe_options(__doc__)
    options.add_argument("--output", type=Path, default=_OUTPUT)
    given = options.parse_args()
    build(given, prepared(given))


if __name__ == "__main__":
    try:
        main()
    except InputError as error:
        sys.exit(str(error))
