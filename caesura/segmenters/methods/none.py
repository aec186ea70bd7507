"""Every word stands alone: the answer of an engine that knows no phrases."""

from __future__ import annotations

from caesura.segmenters.decoding import CandidateSegment
from caesura.segmenters.registry import Method, Segmenter, Setup
from caesura.segmenters.weighted import WeightedSegmenter
from caesura.shapes import Words
from caesura.tagging import Tags


def weigh(_words: Words, _tags: Tags | None) -> list[CandidateSegment]:
    return []


def make(_setup: Setup) -> Segmenter:
    return WeightedSegmenter("none", weigh)


METHOD = Method("none", "every word stands alone", "", make, needs_lexicon=False)
