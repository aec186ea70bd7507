"""What stands around a word in a collection: one window for every place where it occurs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

Integers = np.ndarray[Any, np.dtype[np.int64]]

#: Words on each side of an occurrence, where nothing else is said.
WIDTH = 10


@dataclass(frozen=True, eq=False)
class Contexts:
    """The neighbours of one word: beside its occurrence number `windows[i]` stands the term number `terms[i]`."""

    windows: Integers
    terms: Integers
    count: int

    @cached_property
    def totals(self) -> tuple[Integers, Integers]:
        """Each neighbour once, in order, and how often it stands in all windows together."""
        terms, counts = np.unique(self.terms, return_counts=True)
        return terms, counts


#: Gives the contexts of a word; a word that the collection does not hold has none (`count` 0).
ContextsOf = Callable[[str], Contexts]
