"""Top down: split at the weakest break, then each half in the same way.

A break is as strong as the PMI of the two words beside it. Of all trees this is the one whose nodes have the highest sum of their
weakest breaks, so dynamic programming would find nothing better. Joining at the strongest break first would give the same tree
again, as the weakest is then joined last; `bottom-up` differs because it looks at whole parts, not only at the words beside a
break.
"""

from __future__ import annotations

from caesura.segmenters.nesting.building import preferred, tree_by
from caesura.segmenters.nesting.cohesion import UNIT, Cohesion
from caesura.segmenters.nesting.registry import Build, NestingMethod, NestingSetup
from caesura.shapes import Nested, Words


def make(setup: NestingSetup) -> Build:
    lexicon = setup.need_lexicon()

    def build(words: Words) -> tuple[Nested, tuple[float, ...]]:
        cohesion = Cohesion.of(lexicon, words)
        strengths = [cohesion.neighbours(boundary) for boundary in range(len(words) - 1)]

        def split(start: int, end: int) -> int:
            weakest = min(strengths[start : end - 1])
            return preferred((start, end), (middle for middle in range(start + 1, end) if strengths[middle - 1] == weakest))

        return tree_by(len(words), split), tuple(strength / UNIT for strength in strengths)

    return build


METHOD = NestingMethod("top-down", "split at the weakest break (PMI of the words beside it), then each half again", "", make)
