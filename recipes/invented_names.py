"""Invented queries that hold what annotators of one corpus seldom saw: whole titles, numbers with units, names with model numbers.

Search engines want `3.5 mm jack`, `raspberry pi 4` and `gone with the wind` in one piece. Few of the annotated queries hold such
names, and their annotators were of two minds about numbers, so the student is shown some: only the places inside the names count.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from caesura.lexicon import default_lexicon
from caesura.segmenters.learned.feature_rows import FeatureRows, feature_rows
from caesura.tagging import default_tagger
from recipes.numbers_in_names import AT_A_MODEL, AT_A_UNIT, UNITS, VARIANTS

# fmt: off
_THINGS = [
    "battery", "charger", "cable", "case", "price", "review", "parts", "manual", "driver", "download", "tires", "projects",
    "remote", "trailer", "release", "camera", "screen", "laptop", "bike", "tank", "lens", "filter", "printer", "recipe", "diet",
    "plan", "bolt", "nail", "pipe", "hose", "drive", "card", "adapter", "lamp", "mattress", "engine",
]
# fmt: on
#: Small words that names hold inside (`lord of the rings`): fewer than a language has. The shipped model was trained with these.
_INSIDE_NAMES = frozenset(["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "up", "with", "&"])

#: What share of people would break inside a title.
_IN_A_TITLE = 0.05
_EACH = 6000


@dataclass(frozen=True)
class InventedNames:
    """Rows of places, and the share of people who should break there. `kept` are these places, counted through all `queries`;
    `all_rows` are the others too."""

    queries: tuple[tuple[str, ...], ...]
    kept: npt.NDArray[np.int64]
    all_rows: FeatureRows
    shares: npt.NDArray[np.float32]

    @property
    def rows(self) -> FeatureRows:
        return self.all_rows.picked(self.kept)


def invented_names(titles: Iterable[str], seed: int) -> InventedNames:
    draw, units = random.Random(seed), sorted(UNITS)
    plain = sorted({" ".join(title.lower().split()) for title in titles})
    queries: list[tuple[Sequence[str], dict[int, float]]] = []
    whole = [
        words for title in plain if 3 <= len(words := title.split()) <= 6 and any(word in _INSIDE_NAMES for word in words[1:-1])
    ]
    for words in draw.sample(whole, min(_EACH, len(whole))):
        queries.append((words, dict.fromkeys(range(len(words) - 1), _IN_A_TITLE)))
    for _ in range(_EACH):
        queries.append(([_number(draw), draw.choice(units), draw.choice(_THINGS)], {0: AT_A_UNIT}))
    names = [
        words
        for title in plain
        if len(words := title.split()) <= 2 and all(word.isalpha() and word not in _INSIDE_NAMES for word in words)
    ]
    for words in draw.sample(names, min(_EACH, len(names))):
        size, number = len(words), _model_number(draw)
        named = [*words, *number]
        behind = [draw.choice(_THINGS)] if draw.random() < 0.7 else []
        inside = dict.fromkeys(range(size - 1), _IN_A_TITLE) | dict.fromkeys(range(size - 1, len(named) - 1), AT_A_MODEL)
        queries.append(([*named, *behind], inside))
    return _described(queries)


def _described(queries: Sequence[tuple[Sequence[str], dict[int, float]]]) -> InventedNames:
    texts = tuple(tuple(words) for words, _ in queries)
    places, shares, first = [], [], 0
    for words, wanted in queries:
        places += [first + place for place in wanted]
        shares += list(wanted.values())
        first += len(words) - 1
    kept = np.array(places, np.int64)
    rows = feature_rows(texts, default_lexicon(), default_tagger(), None)
    return InventedNames(texts, kept, rows, np.array(shares, np.float32))


def _number(draw: random.Random) -> str:
    kind = draw.random()
    if kind < 0.2:
        return f"{draw.randint(0, 12)}.{draw.randint(1, 9)}"
    if kind < 0.3:
        return f"{draw.randint(1, 7)}/{draw.choice((2, 4, 8, 16))}"
    return str(draw.choice((draw.randint(1, 12), draw.randint(1, 100), 5 * draw.randint(1, 60), 50 * draw.randint(1, 40))))


def _model_number(draw: random.Random) -> list[str]:
    """A number, now and then with a letter before it (f 150) or a variant's name behind it (14 pro)."""
    kind = draw.random()
    if kind < 0.45:
        number = str(draw.randint(1, 14))
    elif kind < 0.75:
        number = str(draw.choice((draw.randint(15, 999), 10 * draw.randint(2, 90))))
    elif kind < 0.9:
        number = str(50 * draw.randint(20, 180))
    else:
        number = f"{draw.randint(1, 22)}.{draw.choice(('0', '5', '04', '10'))}"
    letter = [draw.choice("abcdefghijklmnopqrstuvwxyz")] if draw.random() < 0.2 else []
    variant = [draw.choice(VARIANTS)] if draw.random() < 0.25 else []
    return [*letter, number, *variant]
