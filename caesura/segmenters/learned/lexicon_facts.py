"""All that the lexicon says about one query, looked up once: counts, titles, and what the classic methods make of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from caesura.lexicon import LexiconLike
from caesura.segmenters.decoding import best
from caesura.segmenters.methods import naive, titles, wikipedia
from caesura.segmenters.separators import Separators, keep_apart
from caesura.shapes import Span, Words


class LexiconFacts:
    """Counts by start and length; a run that leaves the query has the logarithm -1."""

    __slots__ = ("_found", "_logs", "classic", "size", "titles", "total")

    def __init__(
        self, words: Words, total: int, entries: dict[Span, tuple[int, bool]], longest: int, separators: Separators
    ) -> None:
        self.size = len(words)
        self.total = total
        self._found = entries
        self._logs = {run: log(1.0 + count) for run, (count, _) in entries.items()}
        #: Titles of two and more words, by start, then length.
        self.titles = sorted((start, start + length) for (start, length), (_, title) in entries.items() if title and length > 1)
        remembered = _RememberedLexicon(
            {words[start : start + length]: entry for (start, length), entry in entries.items()}, longest
        )
        #: Breaks of naive, wikipedia and titles.
        self.classic = [
            _breaks(self.size, best(self.size, keep_apart(weigh(words, None), separators)).spans)
            for weigh in (
                naive.weighing(remembered, "printed"),
                wikipedia.weighing(remembered, "printed"),
                titles.weighing(remembered, "printed"),
            )
        ]

    def log_count(self, start: int, length: int) -> float:
        """ln(1 + count); -1 outside of the query."""
        if start < 0 or start + length > self.size:
            return -1.0
        return self._logs.get((start, length), 0.0)

    def is_title(self, start: int, length: int) -> bool:
        return self._found.get((start, length), (0, False))[1]

    def pmi(self, start: int) -> float:
        """As the method pmi has it, with half a meeting more and one word more, so that there is always a number."""
        if not self.total:
            return -20.0
        together = self._count(start, 2)
        return log((together + 0.5) * self.total / ((self._count(start, 1) + 1.0) * (self._count(start + 1, 1) + 1.0)))

    def _count(self, start: int, length: int) -> int:
        return self._found.get((start, length), (0, False))[0]


def look_up(words: Words, lexicon: LexiconLike, separators: Separators) -> LexiconFacts:
    entries = {(at, 1): lexicon.lookup(words[at : at + 1]) for at in range(len(words))}
    for start, row in enumerate(lexicon.lookup_spans(words)):
        for length, entry in enumerate(row, start=2):
            entries[start, length] = entry
    return LexiconFacts(words, lexicon.total, entries, lexicon.longest, separators)


class _RememberedLexicon:
    """A lexicon of what was just looked up, so that the classic methods need not ask again."""

    def __init__(self, entries: dict[Words, tuple[int, bool]], longest: int) -> None:
        self._entries = entries
        self.longest = longest
        self.total = 0

    def lookup(self, words: Sequence[str], *, as_typed: bool = False) -> tuple[int, bool]:  # noqa: ARG002 - as every lexicon
        return self._entries.get(tuple(words), (0, False))

    def count(self, words: Sequence[str]) -> int:
        return self.lookup(words)[0]

    def is_title(self, words: Sequence[str]) -> bool:
        return self.lookup(words)[1]

    def lookup_spans(self, words: Sequence[str], *, as_typed: bool = False) -> list[list[tuple[int, bool]]]:  # noqa: ARG002
        size = len(words)
        return [
            [self.lookup(words[start:end]) for end in range(start + 2, min(size, start + self.longest) + 1)]
            for start in range(size - 1)
        ]


def _breaks(size: int, spans: Sequence[Span]) -> list[int]:
    breaks = [0] * (size - 1)
    for _, end in spans[:-1]:
        breaks[end - 1] = 1
    return breaks
