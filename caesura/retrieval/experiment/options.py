"""The options of a query: every way to cut its words into segments, and the query an option stands for.

A segment of two words or more is an exact phrase, `#1(...)`, one part with statistics of its own. An option in which every word
stands alone is the bag of words.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise

from caesura.foundation import InputError
from caesura.retrieval.language.values import Combine, OrderedWindow, Part, Query, Term, Weight
from caesura.shapes import Flat, all_flat


@cache
def all_options(size: int) -> tuple[Flat, ...]:
    """Every option, the plainest first: bag of words, then those with the fewest words joined. Ties go to what comes first."""
    return tuple(sorted(all_flat(size), key=lambda flat: (flat.breaks.count(0), [1 - value for value in flat.breaks])))


@lru_cache(1 << 16)
def option_query(words: tuple[str, ...], option: Flat) -> Combine:
    """Words that stand alone and exact phrases, each one part of the same weight."""
    return Combine(tuple(_part(segment) for segment in option.segments(words)))


@lru_cache(1 << 16)
def soft_query(words: tuple[str, ...], option: Flat, share: float) -> Query:
    """All words as they are, and the option's phrases beside them with a share of the whole; without phrases, the bag of words."""
    if not 0 < share < 1:
        raise InputError(f"a share of {share} for phrases", cure="it lies between 0 and 1")
    bag = Combine(tuple(Term(word) for word in words))
    phrases = tuple(_part(segment) for segment in option.segments(words) if len(segment) > 1)
    return Weight((bag, Combine(phrases)), (1 - share, share)) if phrases else bag


def without_stop_words(words: Sequence[str], option: Flat, kept: Sequence[bool]) -> Flat:
    """An option over all words of a query, as an option over those that are kept.

    Two kept words stay together if nothing between them was broken: of "department of justice" in quotes, department and justice.
    """
    places = [number for number, keep in enumerate(kept) if keep]
    if len(kept) != len(words) or option.size != len(words) or not places:
        raise InputError(f"{len(words)} words, {option.size} in the option, {len(places)} to keep", cure="keep at least one word")
    return Flat(tuple(int(any(option.breaks[left:right])) for left, right in pairwise(places)))


def _part(segment: Sequence[str]) -> Part:
    return Term(segment[0]) if len(segment) == 1 else OrderedWindow(tuple(segment))
