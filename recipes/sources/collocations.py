"""Pairs and triples that stand together far more often than their words' counts let one expect: "stainless steel".

The title lists that registries carry are thin. Collocations found in the counts are entered beside them, as names of things
that no list has. Function words ("of the", "how to") are often together too and name nothing: a pair must hold none, a triple
none at its edges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from recipes.sources.ngrams import Counted, key_of, words_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Ids = NDArray[np.int64]

#: Least logarithm of (count / count expected by chance): a pair against its two words, a triple against its likelier split.
PAIR_BOND = 2.0
TRIPLE_BOND = 4.0

_LISTED = (
    "a an the this that these those of in on at by for from to with without into onto over under after before between through "
    "during about against as than near per via upon off out up down and or but nor so if because while when where who whom "
    "whose which what why how i you he she it we they me him her us them my your his its our their mine yours is am are was "
    "were be been being do does did done have has had having can could will would shall should may might must not no isn't "
    "don't there here then also just very too"
)
#: A collocation neither begins nor ends with one of these. Not the closed classes of `caesura.syntax` (its models were trained with
#: those): the shipped lexicon was built with this list, and with another one it would be another lexicon.
NEVER_AT_AN_EDGE = frozenset(_LISTED.split())


def collocations(counts: Mapping[int, Counted], number: Mapping[str, int], total: int) -> dict[int, Ids]:
    """The keys of all pairs and triples that are bound as tightly as that."""
    excluded = np.zeros(len(number), bool)
    excluded[[number[word] for word in NEVER_AT_AN_EDGE if word in number]] = True
    singles = np.zeros(len(number))
    singles[counts[1].keys] = counts[1].counts
    pairs, triples = counts[2], counts[3]

    first, second = words_of(pairs.keys, 2).T
    chance = singles[first] * singles[second] / total
    bound = (chance > 0) & (pairs.counts >= chance * np.exp(PAIR_BOND)) & ~excluded[first] & ~excluded[second]

    left, middle, right = words_of(triples.keys, 3).T
    split_late = _pair_count(pairs, singles, left, middle, total) * singles[right] / total
    split_early = singles[left] * _pair_count(pairs, singles, middle, right, total) / total
    chance = np.maximum(split_late, split_early)
    bound_three = (chance > 0) & (triples.counts >= chance * np.exp(TRIPLE_BOND)) & ~excluded[left] & ~excluded[right]
    return {2: pairs.keys[bound], 3: triples.keys[bound_three]}


def _pair_count(pairs: Counted, singles: NDArray[np.float64], one: Ids, other: Ids, total: int) -> NDArray[np.float64]:
    """The pair's count, or what chance would give where it is not known."""
    counted = pairs.at(key_of(np.stack([one, other], axis=1)))
    return np.where(counted > 0, counted, singles[one] * singles[other] / total)
