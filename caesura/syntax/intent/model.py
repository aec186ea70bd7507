"""Does a query ask a question? A logistic regression over hashed features.

About one web query in ten does (White et al. 2015), mostly without a question mark or even a question word. For those the syntactic
segmenters of this room are made; for the others the ones of `caesura segment`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import exp
from typing import Any

from caesura.foundation import ArtifactKind, PathLike, open_bytes
from caesura.shapes import fold
from caesura.syntax.closed_class import FUNCTION_WORDS, begins_as_question
from caesura.syntax.hashed_weights import HashedWeights, save_table, unpacked_table
from caesura.syntax.marks import bare_query
from caesura.tagging import feature_row

INTENT = ArtifactKind("intent", 2, cure="train it again: caesura syntax train-intent", unchecked=1)
_OUTSIDE = "\t"
_LONG = 12


def intent_features(words: Sequence[str], tags: Sequence[str]) -> list[str]:
    """Length, words and tags alone and in pairs, the first and the last word, and how many function words there are."""
    folded = [fold(word) for word in words]
    small = sum(word in FUNCTION_WORDS for word in folded)
    edges = (_OUTSIDE, *folded, _OUTSIDE)
    classes = (_OUTSIDE, *tags, _OUTSIDE)
    return [
        "bias",
        f"length {min(len(words), _LONG)}",
        f"small {min(small, 6)} {min(len(words), _LONG)}",
        f"question {begins_as_question(folded)}",
        *[f"w {word}" for word in sorted(set(folded))],
        *[f"ww {one} {other}" for one, other in pairwise(edges)],
        *[f"tt {one} {other}" for one, other in pairwise(classes)],
        *[f"ttt {one} {two} {three}" for one, two, three in zip(classes, classes[1:], classes[2:], strict=False)],
    ]


def intent_rows(words: Sequence[str], tags: Sequence[str]) -> list[int]:
    """As `intent_features`, as rows of the table."""
    return [feature_row(feature) for feature in intent_features(words, tags)]


@dataclass(frozen=True)
class IntentModel:
    """`model.probability(words, tags)`: how likely the query has question intent, where as many have it as have not."""

    weights: HashedWeights
    card: dict[str, Any] = field(default_factory=dict)

    def probability(self, words: Sequence[str], tags: Sequence[str]) -> float:
        bare = bare_query(words)  # whether a question mark was typed must not decide
        score = self.weights.sum_of(intent_rows(bare.words, [tags[place] for place in bare.places]))
        return 1 / (1 + exp(-score)) if score > -500 else 0.0

    def save(self, path: PathLike) -> None:
        save_table(path, INTENT, self.weights, self.card)


def load_intent_model(path: PathLike) -> IntentModel:
    """A model from a file."""
    with open_bytes(path) as raw:
        return unpack_intent_model(raw.read(), str(path))


def unpack_intent_model(raw: bytes, source: str) -> IntentModel:
    return IntentModel(*unpacked_table(raw, INTENT, source))


@cache
def default_intent_model() -> IntentModel:
    """The model that ships with Caesura, read once."""
    return unpack_intent_model((files("caesura.syntax.intent") / "intent.weights").read_bytes(), "intent.weights")
