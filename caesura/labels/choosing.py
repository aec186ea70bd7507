"""From scores to labels: the highest wins, and a named rule decides between equals."""

from __future__ import annotations

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from caesura.foundation import one_of
from caesura.labels.table import Floats, Integers

Booleans = NDArray[np.bool_]
#: Sums of the same numbers in another order differ in the last bits; probabilities this close are equal.
_EQUAL = 1e-9
#: The code of no label.
NONE = -1


class Ties(StrEnum):
    """What to do where two classes are equally likely."""

    LOWEST = "lowest"
    RANDOM = "random"
    ABSTAIN = "abstain"


def known_ties(rule: Ties | str) -> Ties:
    return Ties(one_of("rule for ties", rule, Ties))


def equally_likely(probabilities: Floats) -> Booleans:
    """Which classes are as likely as the likeliest one, for each row."""
    highest = probabilities.max(axis=1, keepdims=True)
    winners: Booleans = probabilities >= highest - _EQUAL
    return winners


def choose(probabilities: Floats, rule: Ties, seed: int) -> tuple[Integers, int]:
    """The class of each row (-1 for none) and how many rows had more than one highest."""
    winners = equally_likely(probabilities)
    tied = winners.sum(axis=1) > 1
    codes: Integers = winners.argmax(axis=1)
    if rule is Ties.ABSTAIN:
        codes[tied] = NONE
    elif rule is Ties.RANDOM and tied.any():
        draws = np.random.default_rng(seed).random((int(tied.sum()), probabilities.shape[1]))
        codes[tied] = np.where(winners[tied], draws, -1.0).argmax(axis=1)
    return codes, int(tied.sum())
