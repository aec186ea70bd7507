"""What a measure is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from caesura.evaluation.fit import EarnedColumns, Fit
from caesura.evaluation.levels import LEVELS, QueryScore
from caesura.evaluation.query_votes import QueryVotes
from caesura.evaluation.reference_rule import ReferenceRule
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

    `uses_reference_rule`: whether the rule that chooses the reference (`closest` or `published`) makes a difference.
    """

    name: str
    description: str
    exact: Callable[[QueryVotes, Flat, ReferenceRule], QueryScore]
    fast: Callable[[Fit], Scores]
    uses_reference_rule: bool = True
    levels: tuple[str, ...] = LEVELS
    citation: str = BEYER

    @property
    def levels_of_a_query(self) -> tuple[str, ...]:
        """The levels on which each query has a value, so that a paired test can be made: those above, and segment F."""
        return (*self.levels, "segment_f") if "segment_recall" in self.levels else self.levels
