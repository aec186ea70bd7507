"""Only titles become segments.

A title of two or more words that overlaps no other is one segment, whatever it weighs. Where titles overlap (share a
word), the words they cover together are segmented by `wikipedia`. All other words stand alone. Under the published
rules nothing but titles that have a frequency of their own may become a segment, even where titles overlap.
"""

from __future__ import annotations

from collections.abc import Sequence

from caesura.lexicon import LexiconLike
from caesura.segmenters.classic_segmenter import classic_segmenter
from caesura.segmenters.decoding import CandidateSegment
from caesura.segmenters.methods import wikipedia
from caesura.segmenters.registry import Method, Rules, Segmenter, Setup
from caesura.segmenters.weighted import Weigh
from caesura.shapes import Span, Words
from caesura.tagging import Tags


def weighing(lexicon: LexiconLike, rules: Rules) -> Weigh:
    by_wikipedia = wikipedia.weighing(lexicon, rules)

    def weigh(words: Words, tags: Tags | None) -> list[CandidateSegment]:
        candidates = by_wikipedia(words, tags)
        if rules == "published":
            return [candidate if candidate.basis == wikipedia.AS_TITLE else _not_a_title(candidate) for candidate in candidates]
        places = title_places(candidates)
        return [_in_its_place(candidate, places) for candidate in candidates]

    return weigh


def title_places(candidates: Sequence[CandidateSegment]) -> list[tuple[Span, bool]]:
    """What titles cover: each place as a word span, and whether several titles overlap there."""
    places: list[tuple[Span, bool]] = []
    for candidate in candidates:  # they come ordered by start
        if candidate.basis != wikipedia.AS_TITLE:
            continue
        span = (candidate.start, candidate.end)
        if places and span[0] < places[-1][0][1]:
            (first, last), _ = places.pop()
            places.append(((first, max(last, span[1])), True))
        else:
            places.append((span, False))
    return places


def _in_its_place(candidate: CandidateSegment, places: Sequence[tuple[Span, bool]]) -> CandidateSegment:
    for (start, end), overlapping in places:
        if start <= candidate.start and candidate.end <= end:
            if overlapping:
                return candidate
            # The one title of this place is kept even if no pair in it was ever counted; the tie rule sees to that.
            return candidate._replace(allowed=True) if (candidate.start, candidate.end) == (start, end) else _not_a_title(candidate)
    return _not_a_title(candidate)


def _not_a_title(candidate: CandidateSegment) -> CandidateSegment:
    return candidate._replace(weight=0, basis="not a title", frequency=0, allowed=False)


def make(setup: Setup) -> Segmenter:
    return classic_segmenter("titles", weighing, setup)


METHOD = Method(
    "titles",
    "only titles become segments; where they overlap, wikipedia decides",
    "Beyer 2011, section 5.1; WT in Hagen, Potthast, Beyer, Stein: Towards Optimum Query Segmentation. CIKM 2012",
    make,
    rules_differ=True,
)
