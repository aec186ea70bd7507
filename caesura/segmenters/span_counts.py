"""Counts of all short runs of a query's words, one-word runs included, for methods that weigh a segment by its parts."""

from __future__ import annotations

from caesura.lexicon import LONGEST_COUNTED, LexiconLike
from caesura.shapes import Span, Words

#: Fractional weights are counted in units of 1 / UNIT, rounded down, so that sums are exact.
UNIT = 2**32


def span_counts(lexicon: LexiconLike, words: Words) -> dict[Span, int]:
    """How often each run of up to five words was counted, by start and end; runs come ordered by start."""
    longer = lexicon.lookup_spans(words)
    counts: dict[Span, int] = {}
    for start, word in enumerate(words):
        counts[start, start + 1] = lexicon.lookup((word,))[0]
        for end, (count, _) in enumerate(longer[start] if start < len(longer) else (), start=start + 2):
            if end - start <= LONGEST_COUNTED:
                counts[start, end] = count
    return counts
