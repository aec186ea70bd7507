"""Best: as the method learned builds trees, with the probabilities of the method best."""

from __future__ import annotations

from caesura.segmenters.nesting.learned import probabilistic_build
from caesura.segmenters.nesting.registry import Build, NestingMethod, NestingSetup


def make(setup: NestingSetup) -> Build:
    return probabilistic_build("best", setup)


METHOD = NestingMethod(
    "best",
    "as learned, with the probabilities of the method best; needs the extra best",
    "",
    make,
)
