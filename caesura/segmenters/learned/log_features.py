"""What the statistics of a query log say about a place between two words; a model whose lexicon keeps them looks at them too.

A query that stands in the log is described without its own occurrences: otherwise every pair in it would have been seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from caesura.lexicon import LexiconLike, LogCounts, log_counts

#: Names of the numbers, in the order in which they are computed.
LOG_NUMBERS: tuple[str, ...] = (
    *(f"log: queries with word {at:+d}" for at in range(-1, 3)),
    *(f"log: queries with both words of pair {at:+d}" for at in range(-1, 2)),
    "log: queries with the words around the word before",
    "log: queries with the words around the word behind",
    *(f"log: PMI of pair {at:+d} in any order" for at in range(-1, 2)),
    "log: the words before are a query",
    "log: the words behind are a query",
    "log: the pair is a query",
    "log: the left triple is a query",
    "log: the right triple is a query",
    "log: the pair before is a query",
    "log: the pair behind is a query",
    "log: the word before is a query",
    "log: the word behind is a query",
    "log: the word before begins queries",
    "log: the word before ends queries",
    "log: the word behind begins queries",
    "log: the word behind ends queries",
    "log: the pair begins queries",
    "log: the pair ends queries",
)

_OUTSIDE, _NO_PMI = -1.0, -10.0


class LogFeatures:
    """`rows(folded)` gives the numbers of each place of a query."""

    def __init__(self, counts: LogCounts) -> None:
        self._counts = counts

    def rows(self, folded: Sequence[str]) -> list[list[float]]:
        described = _Described(self._counts, [self._counts.hash(word) for word in folded])
        return [described.row(place) for place in range(len(folded) - 1)]


def log_features(lexicon: LexiconLike) -> LogFeatures | None:
    """The log's statistics in a lexicon; None where it has none."""
    counts = log_counts(lexicon)
    return None if counts is None else LogFeatures(counts)


class _Described:
    """One query, by the hashes of its words."""

    def __init__(self, counts: LogCounts, words: list[int]) -> None:
        self.counts, self.words, self.size = counts, words, len(words)
        self.own = counts.whole(words)
        self.queries = max(counts.queries - self.own, 1)
        self.holding = [max(counts.holding(word) - self.own, 0) for word in words]
        self.pairs = [self._together(at, at + 1) for at in range(self.size - 1)]
        self.skips = [self._together(at, at + 2) for at in range(self.size - 2)]
        self.singles = [_more(counts.whole((word,))) for word in words]
        self.starts = [
            (counts.starts((word,)) - self.own * (at == 0) + 0.2) / (self.holding[at] + 1.0) for at, word in enumerate(words)
        ]
        self.ends = [
            (counts.ends((word,)) - self.own * (at == self.size - 1) + 0.2) / (self.holding[at] + 1.0)
            for at, word in enumerate(words)
        ]

    def row(self, place: int) -> list[float]:
        size, words, counts = self.size, self.words, self.counts
        pair, together = words[place : place + 2], self.pairs[place] + 1.0
        return [
            *(_more(self.holding[place + at]) if 0 <= place + at < size else _OUTSIDE for at in range(-1, 3)),
            *(_more(self.pairs[place + at]) if 0 <= place + at < size - 1 else _OUTSIDE for at in range(-1, 2)),
            _more(self.skips[place - 1]) if place else _OUTSIDE,
            _more(self.skips[place]) if place + 2 < size else _OUTSIDE,
            *(self._pmi(place + at) for at in range(-1, 2)),
            self._whole(0, place + 1),
            self._whole(place + 1, size),
            self._whole(place, place + 2),
            self._whole(place - 1, place + 2),
            self._whole(place, place + 3),
            self._whole(place - 1, place + 1),
            self._whole(place + 1, place + 3),
            self.singles[place],
            self.singles[place + 1],
            self.starts[place],
            self.ends[place],
            self.starts[place + 1],
            self.ends[place + 1],
            (counts.starts(pair) - self.own * (place == 0) + 0.2) / together,
            (counts.ends(pair) - self.own * (place + 2 == size) + 0.2) / together,
        ]

    def _together(self, one: int, other: int) -> int:
        return max(self.counts.together(self.words[one], self.words[other]) - self.own, 0)

    def _pmi(self, place: int) -> float:
        if not 0 <= place < self.size - 1:
            return _NO_PMI
        return log((self.pairs[place] + 0.5) * self.queries / ((self.holding[place] + 1.0) * (self.holding[place + 1] + 1.0)))

    def _whole(self, start: int, end: int) -> float:
        """Of a part of the query; that the whole query is one says nothing about its places."""
        if not 0 <= start < end <= self.size:
            return _OUTSIDE
        return _more(self.counts.whole(self.words[start:end])) if end - start < self.size else 0.0


def _more(count: int) -> float:
    return log(1.0 + count)
