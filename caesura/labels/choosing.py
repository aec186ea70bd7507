"""From scores to labels: the highest wins, and a named rule decides between equals."""

from __future__ import annotations

from enum import StrEnum

import numpy as np

from caesura.foundation import one_of
from caesura.labels.cells import Posterior
from caesura.labels.table import Flags, Integers

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


def equally_likely(posterior: Posterior) -> Flags:
    """Which cells are as likely as the likeliest one of their item."""
    winners: Flags = posterior.values >= posterior.highest[posterior.cells.items] - _EQUAL
    return winners


def choose(posterior: Posterior, rule: Ties, seed: int) -> tuple[Integers, int]:
    """The class of each item (-1 for none) and how many items had more than one likeliest."""
    cells, winners = posterior.cells, equally_likely(posterior)
    tied = np.add.reduceat(winners.astype(np.int64), cells.starts) > 1
    best = np.flatnonzero(winners)
    first = np.append(True, np.diff(cells.items[best]) > 0)
    codes: Integers = cells.classes[best[first]]
    if rule is Ties.ABSTAIN:
        codes[tied] = NONE
    elif rule is Ties.RANDOM and tied.any():
        open_cells = np.flatnonzero(tied[cells.items])
        draws = np.where(winners[open_cells], np.random.default_rng(seed).random(len(open_cells)), -1.0)
        # The last of an item's cells in the order of its draws is the highest.
        order = np.lexsort((draws, cells.items[open_cells]))
        last = np.append(np.diff(cells.items[open_cells][order]) > 0, True)
        codes[tied] = cells.classes[open_cells[order[last]]]
    return codes, int(tied.sum())
