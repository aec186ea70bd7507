"""Hybrid: nominal queries by `wikipedia`, all others by `titles`."""

from __future__ import annotations

from collections.abc import Sequence

from caesura.lexicon import LexiconLike
from caesura.segmenters.classic_segmenter import weighed_between_separators
from caesura.segmenters.decoding import CandidateSegment
from caesura.segmenters.hybrid_segmenter import HybridSegmenter
from caesura.segmenters.methods import titles, wikipedia
from caesura.segmenters.nominal import all_nominal
from caesura.segmenters.registry import Method, Rules, Segmenter, Setup
from caesura.segmenters.weighted import Weigh
from caesura.shapes import Words
from caesura.tagging import Tags


def weighing(lexicon: LexiconLike, rules: Rules) -> Weigh:
    for_nominal, for_others = wikipedia.weighing(lexicon, rules), titles.weighing(lexicon, rules)

    def weigh(words: Words, tags: Tags | None) -> Sequence[CandidateSegment]:
        return (for_nominal if all_nominal(words, tags or (), rules) else for_others)(words, None)

    return weigh


def make(setup: Setup) -> Segmenter:
    return HybridSegmenter("hybrid", weighed_between_separators(weighing, setup), setup, also_parts=False)


METHOD = Method(
    "hybrid",
    "nominal queries by wikipedia, all others by titles",
    "Beyer 2011, section 5.2; HYB-A in Hagen, Potthast, Beyer, Stein: Towards Optimum Query Segmentation. CIKM 2012",
    make,
    needs_tags=True,
    rules_differ=True,
)
