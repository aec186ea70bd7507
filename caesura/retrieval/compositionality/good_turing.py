"""GT: language models of a query's contexts, smoothed by Good and Turing, apart by their Kullback-Leibler divergence.

Lioma et al. 2018, formulas 6 and 7: a term seen r times beside a word has probability (r + 1) S(r + 1) / (C S(r)), one not seen
ff_1 / C; C counts all neighbours, ff_r the terms that were seen r times, and S is the line fitted through their logarithms (Gale
and Sampson 1995). The words' models are joined by their medians.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from caesura.retrieval.compositionality.contexts import Contexts, Integers

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Smoothed:
    """Probabilities of the terms seen beside one word, and of any other."""

    terms: Integers
    probabilities: Floats
    unseen: float

    def of(self, terms: Integers) -> Floats:
        """The probability of each of these terms."""
        places = np.minimum(np.searchsorted(self.terms, terms), len(self.terms) - 1)
        return np.where(self.terms[places] == terms, self.probabilities[places], self.unseen)


@lru_cache(4096)  # a word comes back in every exchange of its neighbours
def smoothed(contexts: Contexts) -> Smoothed:
    """The language model of one word's contexts, which must hold something."""
    terms, counts = contexts.totals
    total = float(counts.sum())
    seen, of_seen = np.unique(counts, return_counts=True)
    once = float(of_seen[0]) if seen[0] == 1 else 0.0
    slope = fitted_slope(seen, of_seen)
    # S(r + 1) / S(r) = ((r + 1) / r)^slope. Without a line (all frequencies equal) the counts stay as they are.
    estimated = counts.astype(np.float64) if slope is None else (counts + 1) * ((counts + 1) / counts) ** slope
    return Smoothed(terms, estimated / total, once / total)


def fitted_slope(frequencies: Integers, of_frequencies: Integers) -> float | None:
    """The slope of log S over log r, through ff_r averaged over the gap to the neighbouring frequencies; None for a single r."""
    if len(frequencies) < 2:
        return None
    before = np.concatenate([[0], frequencies[:-1]])
    after = np.concatenate([frequencies[1:], [2 * frequencies[-1] - before[-1]]])
    averaged = of_frequencies / (0.5 * (after - before))
    across, up = np.log(frequencies), np.log(averaged)
    across = across - across.mean()
    return float(across @ (up - up.mean()) / (across @ across))


def divergence(query: Sequence[Contexts], changed: Sequence[Contexts]) -> float:
    """KL divergence of the query's model from that of the changed query, over all terms either of them has seen."""
    vocabulary = np.unique(np.concatenate([contexts.totals[0] for contexts in (*query, *changed)]))
    one, other = (_joined(words, vocabulary) for words in (query, changed))
    # Where no term was seen once, nothing is left for the unseen: such terms say nothing about the distance.
    known = (one > 0) & (other > 0)
    return float(np.sum(one[known] * np.log(one[known] / other[known])))


def _joined(words: Sequence[Contexts], vocabulary: Integers) -> Floats:
    medians: Floats = np.median([smoothed(contexts).of(vocabulary) for contexts in words], axis=0)
    total = medians.sum()
    return medians / total if total else medians
