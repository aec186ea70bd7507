"""Scores of all documents that hold a part, and the best of them.

The constant of the query is the same for every document, so it is added last; a document without any part is never looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from caesura.retrieval.index.postings import Postings
from caesura.retrieval.ranking.model import Counts, Model, Scores


def scored(
    parts: Sequence[tuple[Postings, float]], model: Model, lengths: Scores, token_count: int
) -> tuple[NDArray[np.int64], Scores]:
    """Numbers and scores of the documents that hold at least one part. The shares of the parts sum to 1."""
    gains = np.zeros(len(lengths))
    base = 0.0
    for postings, share in parts:
        counts = Counts(postings.collection_frequency, postings.document_frequency, token_count, len(lengths))
        base += share * model.base(counts)
        if len(postings.documents):
            gains[postings.documents] += share * _gains(postings, model, lengths, counts)
    held = np.flatnonzero(gains > 0)
    return held, gains[held] + model.document(lengths[held]) + base


def _gains(postings: Postings, model: Model, lengths: Scores, counts: Counts) -> Scores:
    if model.gain_needs_lengths:
        return model.gain(postings.frequencies.astype(np.float64), lengths[postings.documents], counts)
    largest = int(postings.frequencies.max())
    if largest >= len(postings.frequencies):
        return model.gain(postings.frequencies.astype(np.float64), lengths[:0], counts)
    # Most frequencies are small and come again and again: each logarithm is taken once.
    by_frequency: Scores = model.gain(np.arange(largest + 1, dtype=np.float64), lengths[:0], counts)
    gains: Scores = by_frequency[postings.frequencies]
    return gains


def best(numbers: NDArray[np.int64], scores: Scores, ranks: NDArray[np.uint32], limit: int) -> tuple[NDArray[np.int64], Scores]:
    """The highest scores first, ties by the rank of the document's id."""
    if len(scores) > limit:
        lowest = np.partition(scores, len(scores) - limit)[len(scores) - limit]
        kept = scores >= lowest
        numbers, scores = numbers[kept], scores[kept]
    order = np.lexsort((ranks[numbers], -scores))[:limit]
    return numbers[order], scores[order]
