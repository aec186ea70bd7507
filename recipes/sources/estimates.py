"""Counts for titles that no source has counted, so that a title is never unheard of.

No source counts four or five words, and many names are in no model. A title's count is then estimated word by word
("stupid back-off", Brants et al. 2007): each word's share after the two words before it, after the one before it times 0.4, or
on its own times 0.16; it is at least 1. Where the sources could have counted it, in up to three words, an estimate stays
among the rarest counts that are known: a frequent name would be there. An n-gram is at least as frequent as those that hold
it, so the words and pairs inside a title get its count too where they have none, within the same limit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from caesura.lexicon.protocol import LONGEST_COUNTED
from recipes.sources.ngrams import LONGEST

Words = tuple[str, ...]

_DISCOUNT = 0.4


def estimated(titles: Iterable[Words], count: Callable[[Words], float], total: int, largest: float) -> dict[Words, float]:
    """Counts for the titles of up to five words without one, and for the words and pairs inside any title that have none."""
    found: dict[Words, float] = {}
    for title in titles:
        limit = largest if len(title) <= LONGEST else math.inf
        value = count(title) or min(max(_chained(title, count, total), 1.0), limit)
        if len(title) <= LONGEST_COUNTED and not count(title):
            found[title] = max(found.get(title, 0.0), value)
        for size in (1, 2):
            for at in range(len(title) - size + 1):
                part = title[at : at + size]
                if not count(part):
                    found[part] = max(found.get(part, 0.0), min(value, largest))
    return found


def _chained(words: Words, count: Callable[[Words], float], total: int) -> float:
    value = count(words[:1]) or 1.0
    for at in range(1, len(words)):
        value *= _share(words[max(0, at - 2) : at], words[at], count, total)
    return value


def _share(before: Words, word: str, count: Callable[[Words], float], total: int) -> float:
    """The word's share among what follows the words before it."""
    discount = 1.0
    while before:
        context = count(before)
        together = count((*before, word))
        if context and together:
            return discount * min(together / context, 1.0)
        before = before[1:]
        discount *= _DISCOUNT
    return discount * (count((word,)) or 1.0) / total
