"""One shape drawn at random, each exactly as likely as any other, without listing them."""

from __future__ import annotations

import random

from caesura.shapes.counting import count_flat, count_nested, nested_at
from caesura.shapes.flat import Flat
from caesura.shapes.nested import Nested


def random_flat(size: int, rng: random.Random) -> Flat:
    return Flat.from_mask(size, rng.randrange(count_flat(size)))


def random_nested(size: int, rng: random.Random) -> Nested:
    """Exactly uniform: a whole number below Catalan(n-1) picks the tree at that place."""
    return nested_at(size, rng.randrange(count_nested(size)))
