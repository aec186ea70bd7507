"""Segment PMI: of all trees the one whose nodes hold together best, by the PMI of whole parts.

The plain sum of PMI(left half, right half) over all nodes cannot choose a tree: every inner node is added once as a whole and
subtracted once as a half, so that sum is the same for every tree over the same words, ln P(query) minus the logarithms of
its words. Here a node holds together as the weakest of all ways to take it apart in two, whichever of them the tree takes, and is
worth that divided by its words, so that a strong pair counts as a node of its own before it counts as part of something longer.
The tree with the highest sum over its nodes is found by dynamic programming. What a node is worth is also its score.
"""

from __future__ import annotations

from caesura.segmenters.nesting.building import best_tree
from caesura.segmenters.nesting.cohesion import UNIT, Cohesion
from caesura.segmenters.nesting.registry import Build, NestingMethod, NestingSetup
from caesura.shapes import Nested, Words, nodes


def make(setup: NestingSetup) -> Build:
    lexicon = setup.need_lexicon()

    def build(words: Words) -> tuple[Nested, tuple[float, ...]]:
        cohesion = Cohesion.of(lexicon, words)

        def worth(start: int, end: int) -> int:
            return cohesion.weakest(start, end) // (end - start)

        nested = best_tree(len(words), worth)
        held = {at: worth(start, end) for start, at, end in nodes(nested.heights)}
        return nested, tuple(held[at] / UNIT for at in range(len(words) - 1))

    return build


METHOD = NestingMethod(
    "segment-pmi",
    "of all trees the one whose nodes hold together best, by PMI of their parts",
    "after Huang, Gao, Miao, Li, Wang, Behr, Giles: Exploring Web Scale Language Models for Search Query Processing. WWW 2010",
    make,
)
