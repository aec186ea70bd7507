"""The whole query is one segment: what quoting a query as it stands does. Separators are breaks here too."""

from __future__ import annotations

from itertools import pairwise

from caesura.lexicon import LexiconLike
from caesura.segmenters.decoding import CandidateSegment
from caesura.segmenters.registry import Method, Rules, Segmenter, Setup
from caesura.segmenters.separators import find_separators
from caesura.segmenters.weighted import Weigh, WeightedSegmenter
from caesura.shapes import Words
from caesura.tagging import Tags


def weighing(lexicon: LexiconLike | None, rules: Rules) -> Weigh:
    def weigh(words: Words, _tags: Tags | None) -> list[CandidateSegment]:
        apart = find_separators(words, lexicon, rules).uncovered(0, len(words))
        ends = [place + 1 for place in range(len(words) - 1) if apart >> place & 1]
        # They weigh nothing; the tie rule prefers no break.
        return [
            CandidateSegment(start, end, 0, "all words up to a separator" if apart else "the whole query")
            for start, end in pairwise([0, *ends, len(words)])
            if end - start > 1
        ]

    return weigh


def make(setup: Setup) -> Segmenter:
    return WeightedSegmenter("all", weighing(setup.lexicon, setup.rules))


METHOD = Method("all", "the whole query is one segment, or what stands between separators", "", make, needs_lexicon=False)
