"""Commas and other separators are breaks, unless they stand inside a name.

A segment goes across a separator only if a title of the lexicon does so inside that segment: `washington, dc`, or
`procter & gamble jobs` as one segment, but never `procter &`. The published rules know no separators.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from caesura.lexicon import LexiconLike
from caesura.segmenters.decoding import CandidateSegment
from caesura.segmenters.registry import Rules
from caesura.segmenters.weighted import Weigh
from caesura.shapes import Span, Words, separator_places
from caesura.tagging import Tags


@dataclass(frozen=True, slots=True)
class Separators:
    """Where separators stand in a query (a mask over the places between its words), and the names that go across them."""

    places: int = 0
    names: tuple[Span, ...] = ()

    def also(self, places: int) -> Separators:
        """With breaks at these places as well, which no name goes across."""
        return replace(self, places=self.places | places)

    def uncovered(self, start: int, end: int) -> int:
        """The separators inside these words that no name inside these words covers."""
        places = self.places & _inside(start, end)
        for first, last in self.names if places else ():
            if start <= first and last <= end:
                places &= ~_inside(first, last)
        return places


def find_separators(words: Words, lexicon: LexiconLike | None, rules: Rules = "printed") -> Separators:
    """The separators of a query; without a lexicon there are no names."""
    places = 0 if rules == "published" else separator_places(words)
    if not places or lexicon is None:
        return Separators(places)
    return Separators(
        places,
        tuple(
            (start, end)
            for start, row in enumerate(lexicon.lookup_spans(words))
            for end, (_, is_title) in enumerate(row, start=start + 2)
            if is_title and places & _inside(start, end)
        ),
    )


def keep_apart(candidates: Sequence[CandidateSegment], separators: Separators) -> Sequence[CandidateSegment]:
    """The candidates, those that go across a separator ruled out."""
    if not separators.places:
        return candidates
    return [
        candidate._replace(weight=0, basis="across a separator", frequency=0, allowed=False)
        if separators.uncovered(candidate.start, candidate.end)
        else candidate
        for candidate in candidates
    ]


def between_separators(weigh: Weigh, lexicon: LexiconLike | None, rules: Rules) -> Weigh:
    """As the given weighing, with all that goes across a separator ruled out."""
    if rules == "published":
        return weigh

    def weigh_between(words: Words, tags: Tags | None) -> Sequence[CandidateSegment]:
        return keep_apart(weigh(words, tags), find_separators(words, lexicon))

    return weigh_between


def _inside(start: int, end: int) -> int:
    """The places inside a span of words, as a mask."""
    return (1 << (end - 1)) - (1 << start)
