"""How far long random trees are apart takes minutes to count, so the counts of 11 words and more come with the package.

`tree_chance.tree_distances` gives the same numbers; these were counted by listing all pairs of trees.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

#: From this many words on, up to this many.
SHORTEST, LONGEST = 11, 13


def counted_distances(boundaries: int, power: int) -> tuple[int, ...]:
    """How many ordered pairs of trees are 0, 1, 2, ... apart."""
    return _counts()[f"{boundaries + 1} words d{power}"]


@cache
def _counts() -> dict[str, tuple[int, ...]]:
    text = (files("caesura.agreement") / "trees.json").read_text(encoding="utf-8")
    return {name: tuple(counts) for name, counts in json.loads(text).items()}
