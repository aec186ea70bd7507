"""Learned: of all trees the one that holds the most of the segments a person would make, by the learned model.

The model knows how likely a person is to make each segment. A tree is worth the sum of that over its nodes: how many of a person's
segments are nodes of the tree, on the mean. The tree that is worth most is found by dynamic programming. A node's score is the
chance that a person breaks nowhere inside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from operator import mul
from typing import Any, Protocol, runtime_checkable

from caesura.errors import InputError
from caesura.segment.nesting.building import best_tree
from caesura.segment.nesting.cohesion import UNIT
from caesura.segment.nesting.registry import Build, NestingMethod, NestingSetup
from caesura.segment.registry import methods, segmenter
from caesura.shapes import Nested, Words, nodes


@runtime_checkable
class KnowsBreaks(Protocol):
    """A segmenter that knows how likely people are to break at each boundary."""

    def break_probabilities(self, words: Words) -> Sequence[float]: ...


def make(setup: NestingSetup) -> Build:
    if "learned" not in methods():
        raise InputError("there is no learned segmenter here", cure="choose another way to build trees, such as segment-pmi")
    given: dict[str, Any] = {} if setup.model is None else {"model": setup.model}
    chosen = segmenter("learned", lexicon=setup.lexicon, **given)
    if not isinstance(chosen, KnowsBreaks):
        raise InputError("the learned segmenter knows no probabilities", cure="choose another way to build trees")
    return building(chosen)


def building(known: KnowsBreaks) -> Build:
    """Trees by the probabilities of a model."""

    def build(words: Words) -> tuple[Nested, tuple[float, ...]]:
        breaks = known.break_probabilities(words)
        edges = [1.0, *breaks, 1.0]

        def together(start: int, end: int) -> float:
            return list(accumulate((1 - chance for chance in breaks[start : end - 1]), mul, initial=1.0))[-1]

        nested = best_tree(len(words), lambda start, end: round(edges[start] * together(start, end) * edges[end] * UNIT))
        held = {at: together(start, end) for start, at, end in nodes(nested.heights)}
        return nested, tuple(held[at] for at in range(len(words) - 1))

    return build


METHOD = NestingMethod(
    "learned",
    "of all trees the one that holds the most of the segments a person would make, by the learned model",
    "",
    make,
    takes_model=True,
)
