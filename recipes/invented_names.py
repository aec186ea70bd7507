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

_UNITS = [
    "mm",
    "cm",
    "m",
    "km",
    "inch",
    "inches",
    "ft",
    "foot",
    "feet",
    "yard",
    "yards",
    "mile",
    "miles",
    "meter",
    "volt",
    "volts",
    "watt",
    "watts",
    "amp",
    "amps",
    "ohm",
    "hz",
    "mhz",
    "ghz",
    "kb",
    "mb",
    "gb",
    "tb",
    "megapixel",
    "lb",
    "lbs",
    "pound",
    "pounds",
    "oz",
    "ounce",
    "kg",
    "gram",
    "grams",
    "mg",
    "ml",
    "liter",
    "litre",
    "gallon",
    "quart",
    "cup",
    "psi",
    "hp",
    "horsepower",
    "rpm",
    "mph",
    "cc",
    "btu",
    "degree",
    "degrees",
    "percent",
    "gauge",
    "ton",
    "day",
    "days",
    "week",
    "weeks",
    "month",
    "months",
    "year",
    "years",
    "hour",
    "hours",
    "minute",
    "minutes",
    "second",
    "seconds",
    "piece",
    "pack",
    "person",
    "door",
    "bedroom",
    "speed",
    "dollar",
    "cent",
    "point",
    "pin",
    "bit",
    "string",
    "gear",
    "cylinder",
    "carat",
    "grit",
    "ply",
]
_THINGS = [
    "battery",
    "charger",
    "cable",
    "case",
    "price",
    "review",
    "parts",
    "manual",
    "driver",
    "download",
    "tires",
    "projects",
    "remote",
    "trailer",
    "release",
    "camera",
    "screen",
    "laptop",
    "bike",
    "tank",
    "lens",
    "filter",
    "printer",
    "recipe",
    "diet",
    "plan",
    "bolt",
    "nail",
    "pipe",
    "hose",
    "drive",
    "card",
    "adapter",
    "lamp",
    "mattress",
    "engine",
]
_FUNCTION_WORDS = frozenset(["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "up", "with", "&"])

#: What share of people would break inside such a name.
_IN_A_TITLE, _AT_A_UNIT, _AT_A_MODEL = 0.05, 0.1, 0.15
_EACH = 4000


@dataclass(frozen=True)
class InventedNames:
    """Rows of places, and the share of people who should break there."""

    rows: FeatureRows
    shares: npt.NDArray[np.float32]


def invented_names(titles: Iterable[str], seed: int) -> InventedNames:
    draw = random.Random(seed)
    plain = sorted({" ".join(title.lower().split()) for title in titles})
    queries: list[tuple[Sequence[str], dict[int, float]]] = []
    whole = [
        words for title in plain if 3 <= len(words := title.split()) <= 6 and any(word in _FUNCTION_WORDS for word in words[1:-1])
    ]
    for words in draw.sample(whole, min(_EACH, len(whole))):
        queries.append((words, dict.fromkeys(range(len(words) - 1), _IN_A_TITLE)))
    for _ in range(_EACH):
        queries.append(([_number(draw), draw.choice(_UNITS), draw.choice(_THINGS)], {0: _AT_A_UNIT}))
    names = [
        words
        for title in plain
        if len(words := title.split()) <= 2 and all(word.isalpha() and word not in _FUNCTION_WORDS for word in words)
    ]
    for words in draw.sample(names, min(_EACH, len(names))):
        size = len(words)
        inside = dict.fromkeys(range(size - 1), _IN_A_TITLE)
        behind = [draw.choice(_THINGS)] if draw.random() < 0.7 else []
        queries.append(([*words, _model_number(draw), *behind], {**inside, size - 1: _AT_A_MODEL}))
    return _described(queries)


def _described(queries: Sequence[tuple[Sequence[str], dict[int, float]]]) -> InventedNames:
    rows = feature_rows([tuple(words) for words, _ in queries], default_lexicon(), default_tagger(), None)
    kept, shares, first = [], [], 0
    for words, wanted in queries:
        kept += [first + place for place in wanted]
        shares += list(wanted.values())
        first += len(words) - 1
    return InventedNames(rows.picked(np.array(kept, np.int64)), np.array(shares, np.float32))


def _number(draw: random.Random) -> str:
    kind = draw.random()
    if kind < 0.2:
        return f"{draw.randint(0, 12)}.{draw.randint(1, 9)}"
    if kind < 0.3:
        return f"{draw.randint(1, 7)}/{draw.choice((2, 4, 8, 16))}"
    return str(draw.choice((draw.randint(1, 12), draw.randint(1, 100), 5 * draw.randint(1, 60), 50 * draw.randint(1, 40))))


def _model_number(draw: random.Random) -> str:
    kind = draw.random()
    if kind < 0.45:
        return str(draw.randint(1, 14))
    if kind < 0.75:
        return str(draw.choice((draw.randint(15, 999), 10 * draw.randint(2, 90))))
    if kind < 0.9:
        return str(50 * draw.randint(20, 180))
    return f"{draw.randint(1, 22)}.{draw.choice(('0', '5', '04', '10'))}"
