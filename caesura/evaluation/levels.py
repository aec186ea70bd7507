"""How right one prediction is against one reference: whole query, segments, breaks.

Everything is counted, nothing divided: a level is (earned, possible), and the division comes last. That keeps the
reference path exact and lets averages be taken either way (mean of ratios, or ratio of sums).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from caesura.shapes import Flat

#: The levels of a measure that compares with a reference, in the order of the thesis's tables. Segment F is not here:
#: nothing is earned for it, it is made from precision and recall (of the means in a table, of one query in a paired test).
LEVELS = ("query", "segment_precision", "segment_recall", "break")
#: The one level of a measure without a reference.
VALUE = ("value",)

Earned = tuple[int, int]


@dataclass(frozen=True, slots=True)
class QueryScore:
    """One query under one measure: earned and possible per level, and the factor that scales all of them."""

    levels: Mapping[str, Earned]
    factor: Fraction = Fraction(1)

    def value(self, level: str) -> Fraction:
        """Where nothing could be earned (a one-word query has no breaks) nothing was done wrong: 1."""
        earned, possible = self.levels[level]
        return self.factor * (Fraction(earned, possible) if possible else 1)


def compare_with(reference: Flat, prediction: Flat) -> Mapping[str, Earned]:
    """Earned and possible on each level; segments are spans, so repeated words do not matter."""
    common = len(set(reference.spans) & set(prediction.spans))
    right = sum(one == other for one, other in zip(reference.breaks, prediction.breaks, strict=True))
    return {
        "query": (int(reference == prediction), 1),
        "segment_precision": (common, len(prediction.spans)),
        "segment_recall": (common, len(reference.spans)),
        "break": (right, len(reference.breaks)),
    }


def harmonic_mean(precision: Fraction, recall: Fraction) -> Fraction:
    """Segment F; 0 where both are 0."""
    total = precision + recall
    return 2 * precision * recall / total if total else Fraction(0)
