"""Learned: of all trees the one that holds the most of the segments a person would make, by the learned model.

The model knows how likely a person is to make each segment. A tree is worth the sum of that over its nodes: how many of a person's
segments are nodes of the tree, on average. The best tree is found by dynamic programming. A node's score is the
chance that a person does not break where its two parts meet, so that a cut at .5 breaks where most people would.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from caesura.foundation import InputError
from caesura.segmenters.nesting.building import best_tree
from caesura.segmenters.nesting.cohesion import UNIT
from caesura.segmenters.nesting.registry import Build, NestingMethod, NestingSetup
from caesura.segmenters.registry import segmenter
from caesura.shapes import Nested, Words


class Breaks(Protocol):
    """How likely people are to make each segment, and to break at each place."""

    @property
    def shares(self) -> tuple[float, ...]: ...

    def segment(self, start: int, end: int) -> float: ...


def make(setup: NestingSetup) -> Build:
    return probabilistic_build("learned", setup)


def probabilistic_build(method: str, setup: NestingSetup) -> Build:
    """Trees by the probabilities of a method that has them."""
    from caesura.segmenters.learned.probabilistic import ProbabilisticSegmenter

    given: dict[str, Any] = {} if setup.model is None else {"model": setup.model}
    flat = segmenter(method, lexicon=setup.lexicon, **given)
    if not isinstance(flat, ProbabilisticSegmenter):
        raise InputError(f"the method {method} has no probabilities", cure="choose another way to build trees")
    return building(flat.chain)


def building(breaks_of: Callable[[Words], Breaks]) -> Build:
    """Trees by the probabilities of a model."""

    def build(words: Words) -> tuple[Nested, tuple[float, ...]]:
        return expected_tree(len(words), breaks_of(words))

    return build


def expected_tree(size: int, chances: Breaks) -> tuple[Nested, tuple[float, ...]]:
    """The tree that holds the most segments on average, and for each boundary the chance that a person does not break there."""
    nested = best_tree(size, lambda start, end: round(chances.segment(start, end) * UNIT))
    return nested, tuple(1.0 - share for share in chances.shares)


METHOD = NestingMethod(
    "learned",
    "of all trees the one that holds the most of the segments a person would make, by the learned model",
    "",
    make,
    takes_model=True,
)
