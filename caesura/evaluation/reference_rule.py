"""Which of the annotators' segmentations a prediction is compared with.

`closest` is the definition (Beyer 2011, section 4.1.2): the segmentation with the highest break accuracy, more votes
first among equals. `published` is what the thesis's tables were computed with: the segmentation equal to the
prediction if there is one, else the top vote. See docs/definitions.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from caesura.corpus import Vote
from caesura.foundation import unknown
from caesura.shapes import Flat


class ReferenceRule(StrEnum):
    """How bestfit and its relatives choose their reference."""

    CLOSEST = "closest"
    PUBLISHED = "published"

    @classmethod
    def _missing_(cls, value: object) -> ReferenceRule:
        raise unknown("reference", value, cls)


def reference_vote(ranked: Sequence[Vote], prediction: Flat, rule: ReferenceRule) -> Vote:
    """The reference among `ranked` votes (most votes first, equal votes in the order of the file)."""
    if rule is ReferenceRule.PUBLISHED:
        return next((vote for vote in ranked if vote.shape == prediction), ranked[0])
    # min() keeps the first of equals: the one with more votes.
    return min(ranked, key=lambda vote: _differences(breaks_of(vote), prediction.breaks))


def breaks_of(vote: Vote) -> tuple[int, ...]:
    """The breaks of a vote that is known to be flat."""
    shape = vote.shape
    if not isinstance(shape, Flat):
        raise TypeError("votes pass query_votes.flat_votes before they are compared")
    return shape.breaks


def _differences(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))
