"""What a measure is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from caesura.evaluation.choice import Choice
from caesura.evaluation.crowd import Crowd
from caesura.evaluation.fit import EarnedColumns, Fit
from caesura.evaluation.levels import LEVELS, QueryScore
from caesura.shapes import Flat

BEYER = "Beyer 2011, section 4.1.2"


@dataclass(frozen=True)
class Scores:
    """Many queries under one measure: the columns of `QueryScore`."""

    levels: Mapping[str, EarnedColumns]
    factor: EarnedColumns | None = None


@dataclass(frozen=True)
class Measure:
    """`exact` scores one query in plain Python, `fast` many; the two agree to the last digit.

    `uses_choice`: whether the rule that chooses the reference (`closest` or `published`) makes a difference.
    """

    name: str
    description: str
    exact: Callable[[Crowd, Flat, Choice], QueryScore]
    fast: Callable[[Fit], Scores]
    uses_choice: bool = True
    levels: tuple[str, ...] = LEVELS
    citation: str = BEYER
