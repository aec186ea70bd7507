"""Bottom up: join the two neighbouring parts with the highest PMI, and again, until one is left.

The PMI is that of the whole parts (segment PMI). Of equally strong pairs the one with fewer words is joined first, then the
left one.
"""

from __future__ import annotations

from caesura.segmenters.nesting.building import tree_by
from caesura.segmenters.nesting.cohesion import UNIT, Cohesion
from caesura.segmenters.nesting.registry import Build, NestingMethod, NestingSetup
from caesura.shapes import Nested, Span, Words


def make(setup: NestingSetup) -> Build:
    lexicon = setup.need_lexicon()

    def build(words: Words) -> tuple[Nested, tuple[float, ...]]:
        cohesion = Cohesion.of(lexicon, words)
        edges = list(range(len(words) + 1))
        joined: dict[Span, int] = {}
        scores = [0.0] * (len(words) - 1)
        while len(edges) > 2:
            pairs = zip(edges, edges[1:], edges[2:], strict=False)
            start, middle, end = min(pairs, key=lambda pair: (-cohesion.pmi(*pair), pair[2] - pair[0], pair[0]))
            joined[start, end] = middle
            scores[middle - 1] = cohesion.pmi(start, middle, end) / UNIT
            edges.remove(middle)
        return tree_by(len(words), lambda start, end: joined[start, end]), tuple(scores)

    return build


METHOD = NestingMethod(
    "bottom-up",
    "join the two neighbouring parts with the highest PMI first",
    "after Huang, Gao, Miao, Li, Wang, Behr, Giles: Exploring Web Scale Language Models for Search Query Processing. WWW 2010",
    make,
)
