"""One reference and one crowd of one query, scored in whole numbers: what the fast path must equal."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from caesura.evaluation.worth.scores import WorthMeasure
from caesura.shapes import Flat


def crowd_answer(votes: Sequence[Flat]) -> Flat:
    """Breaks where at least half of the crowd does."""
    return Flat(tuple(int(2 * sum(breaks) >= len(votes)) for breaks in zip(*(vote.breaks for vote in votes), strict=True)))


def plain_scores(answer: Flat, reference: Sequence[Flat]) -> dict[WorthMeasure, Fraction]:
    """An answer against the votes of the reference: `corpus` (query and break level) and `newbreak`."""
    wanted = crowd_answer(reference).breaks
    places = list(zip(answer.breaks, wanted, zip(*(vote.breaks for vote in reference), strict=True), strict=True))
    right = sum(given == want for given, want, _ in places)
    collected = sum(sum(vote == given for vote in votes) for given, _, votes in places)
    most = sum(max(sum(votes), len(votes) - sum(votes)) for _, _, votes in places)
    return {
        "query": Fraction(int(right == len(places))),
        "break": Fraction(right, len(places)),
        "newbreak": Fraction(collected, most),
    }
