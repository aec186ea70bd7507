"""Train the tagger: `python -m caesura.tagging.training --train A.conllu B.conllu --development C.conllu -o english.weights`.

An averaged perceptron, tagging greedily from left to right with its own guesses as context. Features seen once are left out. The
same input gives the same bytes. The card in the file says what it was trained on and how it did.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from caesura.foundation import written_bytes
from caesura.tagging import features
from caesura.tagging.marks import without_marks
from caesura.tagging.perceptron import PerceptronTagger, pack_tagger
from caesura.tagging.tagger import Tags
from caesura.tagging.treebank import Tagged, read_as_queries

Matrix = npt.NDArray[np.float32]

_SEED = 2011
# Weights are stored as bytes; the largest ones are cut off here, so that small ones keep some precision.
_STEPS = 127


def fixed_rows(words: Sequence[str]) -> list[list[int]]:
    """For each word the rows that do not depend on tags."""
    outside = features.OUTSIDE
    # As the tagger will see them; a mark that a treebank has for a word stays what it is.
    context = (outside, outside, *[without_marks(word) or word for word in words], outside, outside)
    return [
        features.own(context[at])
        + features.left(context[at - 1])
        + features.right(context[at + 1])
        + features.farther(context[at - 2], context[at + 2])
        + features.pairs(context[at - 1], context[at], context[at + 1])
        for at in range(2, len(words) + 2)
    ]


def train(examples: Sequence[Tagged], epochs: int) -> tuple[Tags, Matrix]:
    """Tags and averaged weights, one row per hashed feature."""
    tags = tuple(sorted({tag for example in examples for tag in example.tags}))
    numbers = {tag: number for number, tag in enumerate(tags)}
    rows = [fixed_rows(example.words) for example in examples]
    often = _seen_often(rows)
    prepared = [[np.array([r for r in word if often[r]], dtype=np.int64) for word in sentence] for sentence in rows]
    gold = [[numbers[tag] for tag in example.tags] for example in examples]
    weights = np.zeros((features.FEATURE_ROWS, len(tags)), np.float32)
    # The sum of (step * change) makes the average without adding all weights up at every step.
    lagged = np.zeros((features.FEATURE_ROWS, len(tags)), np.float64)
    order = list(range(len(examples)))
    shuffle = random.Random(_SEED)
    step = 1
    for _epoch in range(epochs):
        shuffle.shuffle(order)
        for index in order:
            before, before_that = features.OUTSIDE, features.OUTSIDE
            for word, fixed, right in zip(examples[index].words, prepared[index], gold[index], strict=True):
                known = np.concatenate((fixed, features.tagged(without_marks(word) or word, before, before_that)))
                guess = int(weights[known].sum(axis=0).argmax())
                if guess != right:
                    weights[known, right] += 1
                    weights[known, guess] -= 1
                    lagged[known, right] += step
                    lagged[known, guess] -= step
                before_that, before = before, tags[guess]
                step += 1
    return tags, (weights - lagged / step).astype(np.float32)


def _seen_often(rows: Iterable[Iterable[Iterable[int]]]) -> npt.NDArray[np.bool_]:
    counts = np.zeros(features.FEATURE_ROWS, np.int64)
    for sentence in rows:
        for word in sentence:
            for number in word:
                counts[number] += 1
    return counts > 1


def as_bytes(weights: Matrix) -> bytes:
    """Weights as bytes around 128, scaled so that all but the largest one in ten thousand fit."""
    largest = float(np.quantile(np.abs(weights[weights != 0]), 0.9999))
    return bytes(np.clip(np.rint(weights / largest * _STEPS) + 128, 1, 255).astype(np.uint8).tobytes())


def train_tagger(examples: Sequence[Tagged], epochs: int = 10, card: dict[str, Any] | None = None) -> bytes:
    """A tagger as a file, for `unpack_tagger`."""
    tags, weights = train(examples, epochs)
    return pack_tagger(tags, as_bytes(weights), card or {})


def accuracy(tagger: PerceptronTagger, examples: Sequence[Tagged]) -> float:
    """Share of words with the right tag."""
    pairs = [(one, other) for example in examples for one, other in zip(tagger(example.words), example.tags, strict=True)]
    return sum(one == other for one, other in pairs) / len(pairs)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m caesura.tagging.training", description="Train the part-of-speech tagger for queries."
    )
    parser.add_argument("--train", nargs="+", required=True, help="CoNLL-U files")
    parser.add_argument("--development", nargs="+", required=True, help="CoNLL-U files to measure on")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--licence", default="CC BY-SA 4.0")
    parser.add_argument("-o", "--output", type=Path, required=True)
    given = parser.parse_args(arguments)
    examples = [example for path in given.train for example in read_as_queries(path, fragments=True)]
    began = perf_counter()
    tags, weights = train(examples, given.epochs)
    stored = as_bytes(weights)
    tagger = PerceptronTagger(tags, stored, {})
    card: dict[str, Any] = {
        "language": "English",
        "trained_on": [Path(path).name for path in given.train],
        "licence": given.licence,
        "examples": len(examples),
        "epochs": given.epochs,
        "accuracy": {Path(path).name: round(accuracy(tagger, list(read_as_queries(path))), 4) for path in given.development},
    }
    with written_bytes(given.output) as raw:
        raw.write(pack_tagger(tags, stored, card))
    sys.stdout.write(f"{card}\n{perf_counter() - began:.0f} s, {given.output.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
