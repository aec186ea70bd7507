"""ATC: context vectors of a query's words, multiplied, apart by their cosine distance.

Lioma et al. 2018, formula 8: a term's weight in a window is (.5 + .5 f / max f) log(N / n), divided by the root of the sum of
its squares over all N windows (f is 0 in a window without the term, which leaves .5); its place in the vector is the mean over
the windows that hold it. As printed, the logarithm cancels out between the two, except where it is 0. `normaliser="window"`
divides by the length of each window's own vector instead, as ATC is usually read (Salton and Buckley 1988).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from caesura.retrieval.compositionality.contexts import Contexts, Integers

Floats = np.ndarray[Any, np.dtype[np.float64]]
Normaliser = Literal["printed", "window"]


@lru_cache(4096)  # a word comes back in every exchange of its neighbours
def vector(contexts: Contexts, normaliser: Normaliser = "printed") -> tuple[Integers, Floats]:
    """The terms beside a word, in order, and the weight of each; the contexts must hold something."""
    keys, frequencies = np.unique(np.stack([contexts.terms, contexts.windows]), axis=1, return_counts=True)
    terms, places, held = np.unique(keys[0], return_inverse=True, return_counts=True)
    idf = np.log(contexts.count / held)
    raw = (0.5 + 0.5 * frequencies / frequencies.max()) * idf[places]
    if normaliser == "printed":
        without = contexts.count - held  # windows that do not hold the term
        squares: Floats = (np.bincount(places, raw**2) + without * (0.5 * idf) ** 2)[places]
    else:
        windows, of_window = np.unique(keys[1], return_inverse=True)
        squares = np.bincount(of_window, raw**2, minlength=len(windows)).astype(np.float64)[of_window]
    weights = np.divide(raw, np.sqrt(squares), out=np.zeros_like(raw), where=squares > 0)
    return terms, np.bincount(places, weights) / held


def distance(query: Sequence[Contexts], changed: Sequence[Contexts], normaliser: Normaliser = "printed") -> float | None:
    """1 - cosine of the two products; 1 where they share nothing, None where the query's own words share no context."""
    one, other = (_product([vector(contexts, normaliser) for contexts in words]) for words in (query, changed))
    length, other_length = (float(np.sqrt(weights @ weights)) for _, weights in (one, other))
    if not length:
        return None
    if not other_length:
        return 1.0
    shared, left, right = np.intersect1d(one[0], other[0], assume_unique=True, return_indices=True)
    return 1 - float(one[1][left] @ other[1][right]) / (length * other_length) if len(shared) else 1.0


def _product(vectors: Sequence[tuple[Integers, Floats]]) -> tuple[Integers, Floats]:
    terms, weights = vectors[0]
    for others, other_weights in vectors[1:]:
        terms, left, right = np.intersect1d(terms, others, assume_unique=True, return_indices=True)
        weights = weights[left] * other_weights[right]
    return terms, weights
