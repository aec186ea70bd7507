"""Segmenters that look at the parts of speech first and then choose between `wikipedia` and `titles`."""

from __future__ import annotations

from caesura.segment.registry import Setup
from caesura.segment.weighted import Weigh, WeightedSegmenter


def switching_segmenter(name: str, weigh: Weigh, setup: Setup) -> WeightedSegmenter:
    """A segmenter that asks the tagger where it is given no tags."""
    return WeightedSegmenter(name, weigh, tags_of=setup.need_tagger())
