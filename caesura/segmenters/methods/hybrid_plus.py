"""Hybrid, with the thesis's own outlook: nominal parts of other queries are segmented too.

As `hybrid`; but a query that is not nominal and holds no title has its nominal parts (longest runs of nominal words)
segmented by `wikipedia`, each by itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from caesura.lexicon import LexiconLike
from caesura.segmenters.classic_segmenter import weighed_between_separators
from caesura.segmenters.decoding import CandidateSegment
from caesura.segmenters.hybrid_segmenter import HybridSegmenter
from caesura.segmenters.methods import titles, wikipedia
from caesura.segmenters.nominal import all_nominal, nominal_words
from caesura.segmenters.registry import Method, Rules, Segmenter, Setup
from caesura.segmenters.weighted import Weigh
from caesura.shapes import Words
from caesura.tagging import Tags


def weighing(lexicon: LexiconLike, rules: Rules) -> Weigh:
    for_nominal, for_others = wikipedia.weighing(lexicon, rules), titles.weighing(lexicon, rules)

    def weigh(words: Words, tags: Tags | None) -> Sequence[CandidateSegment]:
        tags = tags or ()
        if all_nominal(words, tags, rules):
            return for_nominal(words, None)
        nominal = nominal_words(words, tags, rules)
        by_titles = for_others(words, None)
        if nominal is None or any(candidate.basis == wikipedia.AS_TITLE for candidate in by_titles):
            return by_titles
        return [
            candidate if all(nominal[candidate.start : candidate.end]) else _outside(candidate)
            for candidate in for_nominal(words, None)
        ]

    return weigh


def _outside(candidate: CandidateSegment) -> CandidateSegment:
    return candidate._replace(weight=0, basis="not in a nominal part", frequency=0, allowed=False)


def make(setup: Setup) -> Segmenter:
    return HybridSegmenter("hybrid+", weighed_between_separators(weighing, setup), setup, also_parts=True)


METHOD = Method(
    "hybrid+",
    "as hybrid; in other queries without a title the nominal parts are segmented by wikipedia",
    "Beyer 2011, chapter 6 (outlook)",
    make,
    needs_tags=True,
    rules_differ=True,
)
