"""Balanced: every span is split in its middle, whatever its words are.

This is what people lean to in any query (Ramanath et al. 2013, bias 2), so a method that knows something must beat it. The first
half has the odd word.
"""

from __future__ import annotations

from caesura.segmenters.nesting.building import preferred, tree_by
from caesura.segmenters.nesting.registry import Build, NestingMethod, NestingSetup
from caesura.shapes import Nested, Words


def make(_setup: NestingSetup) -> Build:
    def build(words: Words) -> tuple[Nested, tuple[float, ...]]:
        return tree_by(len(words), lambda start, end: preferred((start, end), range(start + 1, end))), ()

    return build


METHOD = NestingMethod(
    "balanced",
    "split in the middle, whatever the words are: the annotators' own bias, as a baseline",
    "Ramanath, Choudhury, Bali, Saha Roy: Crowd Prefers the Middle Path. ACL 2013",
    make,
    needs_lexicon=False,
)
