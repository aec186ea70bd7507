"""The tables of weights from trees with tags: passes over the examples in a seeded order, averages, signed bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from caesura.foundation import Advance, InputError, unwatched
from caesura.shapes import MAX_WORDS
from caesura.syntax.parsing.feature_templates import RELATION_TEMPLATES, TRANSITION_TEMPLATES
from caesura.syntax.parsing.model import ParserModel
from caesura.syntax.parsing.word_hashes import word_and_class

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from caesura.syntax.treebank.as_queries import TreeExample

_SEED = 2016
# Weights are stored as signed bytes; the largest few are cut off, so that small ones keep some precision. Of the steps only every
# fourth is kept: as good a parser, in two thirds of the room.
_STEPS = 127
_APART = 4
_LARGEST = 0.9999


@dataclass(frozen=True)
class PerceptronSettings:
    """How long and how large: passes over the examples, width of the beam, bits of the row numbers of the two tables."""

    epochs: int = 10
    width: int = 8
    transition_bits: int = 20
    relation_bits: int = 16
    seed: int = _SEED


def train_model(
    examples: Sequence[TreeExample],
    tags: Sequence[Sequence[str]],
    settings: PerceptronSettings,
    *,
    advance: Advance = unwatched,
) -> ParserModel:
    """A model for trees whose words were given these tags; the temperature is still to be fitted."""
    import numpy as np

    learner_class = _learner()
    fitting = [(example, given) for example, given in zip(examples, tags, strict=True) if len(example.words) <= MAX_WORDS]
    if not fitting:
        raise InputError("there are no trees to learn from", cure="name a treebank with heads")
    tag_names = tuple(sorted({tag for _, given in fitting for tag in given}))
    labels = tuple(sorted({label for example, _ in fitting for label in example.labels} | {"root"}))
    learner = learner_class(
        _arrays(fitting, tag_names, labels),
        settings.transition_bits,
        settings.relation_bits,
        len(labels),
        settings.width,
        TRANSITION_TEMPLATES,
        RELATION_TEMPLATES,
    )
    order = list(range(len(fitting)))
    shuffle = Random(settings.seed)
    for _epoch in range(settings.epochs):
        shuffle.shuffle(order)
        learner.learn(np.array(order, np.int64), labels.index("root") + 1)
        advance(1)
    transitions, relations = (_as_bytes(table) for table in learner.averaged())
    return ParserModel(
        tag_names, labels, settings.transition_bits, settings.relation_bits, settings.width, 1.0, transitions, relations
    )


def _learner() -> Any:
    try:
        from caesura.syntax.parsing._learn import Learner
    except ImportError as error:
        raise InputError("training a parser needs the compiled part", cure="install a C compiler and reinstall caesura") from error
    return Learner


def _arrays(fitting: Iterable[tuple[TreeExample, Sequence[str]]], tags: Sequence[str], labels: Sequence[str]) -> tuple[Any, ...]:
    """Everything one behind the other, and where each example begins."""
    import numpy as np

    tag_numbers = {tag: number for number, tag in enumerate(tags, start=1)}
    label_numbers = {label: number for number, label in enumerate(labels, start=1)}
    words: list[tuple[int, int]] = []
    rest: list[tuple[int, int, int]] = []
    offsets = [0]
    for example, given in fitting:
        words += map(word_and_class, example.words)
        rest += zip(map(tag_numbers.__getitem__, given), example.heads, map(label_numbers.__getitem__, example.labels), strict=True)
        offsets.append(len(words))
    hashed = np.ascontiguousarray(np.array(words, np.uint64).T)
    small = np.ascontiguousarray(np.array(rest, np.uint8).T)
    return (hashed[0], hashed[1], small[0], small[1], small[2], np.array(offsets, np.int64))


def _as_bytes(table: npt.NDArray[np.int64]) -> bytes:
    import numpy as np

    used = np.abs(table[table != 0])
    largest = float(np.quantile(used, _LARGEST)) if used.size else 1.0
    steps = np.clip(np.rint(table / largest * _STEPS), -_STEPS, _STEPS)
    most = _STEPS // _APART
    return bytes((np.clip(np.rint(steps / _APART), -most, most) * _APART).astype(np.int8).tobytes())
