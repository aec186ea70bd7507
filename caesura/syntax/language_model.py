"""How surprising a word is after the words before it: an n-gram model on the lexicon's counts, with stupid back-off.

Brants et al. 2007: the longest n-gram that was seen decides, each step back costs a factor of .4. The scores are not probabilities,
but they rank as these do, and any lexicon can give them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

from caesura.lexicon import Lexicon
from caesura.shapes import fold

_BACK = log10(0.4)
# The longest history looked at; the default lexicon has counts up to three words.
_HISTORY = 2


def log_score(lexicon: Lexicon, words: Sequence[str], at: int) -> float:
    """Common log of the score of the word at `at` after the words before it."""
    cost = 0.0
    for history in range(min(_HISTORY, at), 0, -1):
        count = lexicon.count(words[at - history : at + 1])
        if count:
            return cost + log10(count / max(count, lexicon.count(words[at - history : at])))
        cost += _BACK
    # An unseen word counts as half a sighting.
    return cost + log10((lexicon.count(words[at : at + 1]) or 0.5) / (lexicon.total or 1))


def log_scores(lexicon: Lexicon, words: Sequence[str]) -> list[float]:
    """The score of each word."""
    folded = [fold(word) for word in words]
    return [log_score(lexicon, folded, at) for at in range(len(folded))]
