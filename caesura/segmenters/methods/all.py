"""The whole query is one segment: what quoting a query as it stands does."""

from __future__ import annotations

from caesura.segmenters.decoding import Candidate
from caesura.segmenters.registry import Method, Segmenter, Setup
from caesura.segmenters.weighted import WeightedSegmenter
from caesura.shapes import Words
from caesura.tagging import Tags


def weigh(words: Words, _tags: Tags | None) -> list[Candidate]:
    # It weighs nothing; the tie rule prefers no break.
    return [Candidate(0, len(words), 0, "the whole query")] if len(words) > 1 else []


def make(_setup: Setup) -> Segmenter:
    return WeightedSegmenter("all", weigh)


METHOD = Method("all", "the whole query is one segment", "", make, needs_lexicon=False)
