"""The phrases an engine is asked for: which, how near their words must stand, and what each counts."""

from __future__ import annotations

from dataclasses import dataclass

from caesura.phrasing.options import Options
from caesura.phrasing.query import QuerySegment, SegmentedQuery
from caesura.shapes import Words


@dataclass(frozen=True, slots=True)
class WantedPhrase:
    """A segment as a phrase: its words, slop and boost (before those of fields), and how likely it is to be right."""

    words: Words
    slop: int
    boost: float
    probability: float | None = None

    @property
    def text(self) -> str:
        return " ".join(self.words)


def wanted_phrases(query: SegmentedQuery, options: Options) -> tuple[WantedPhrase, ...]:
    """The phrases of a query that are sure enough, from left to right.

    A phrase's boost is `boost * probability ** growth` (an unknown probability takes nothing off). If the boosts of a query add up
    to more than `cap`, all are lowered by the same factor: many phrases must not outweigh the words.
    """
    segments = query.phrases(options.min_confidence)
    boosts = [options.boost * _growth(segment, options) for segment in segments]
    together = sum(boosts)
    factor = 1.0 if options.cap is None or together <= options.cap else options.cap / together
    return tuple(
        WantedPhrase(segment.words, options.slop_of(len(segment.words)), _shortly(boost * factor, options), segment.probability)
        for segment, boost in zip(segments, boosts, strict=True)
    )


def _shortly(boost: float, options: Options) -> float:
    """Four digits are enough for what was computed; the user's own number stays as it is."""
    return boost if boost == options.boost else float(f"{boost:.4g}")


#: A phrase that is almost surely wrong still needs a boost engines accept: over 0.
_SMALLEST = 1e-6


def _growth(segment: QuerySegment, options: Options) -> float:
    return 1.0 if segment.probability is None else max(segment.probability**options.growth, _SMALLEST)
