"""How answers came in, and how far people agreed, over time: what the charts of the dashboard show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from caesura.campaign.answers import WorkerAnswer

POINTS = 60


@dataclass(frozen=True)
class Growth:
    """`answers` and `agreement` up to each of the moments `at`; agreement is the share of pairs of answers to one query that are
    the same, None while no query has two answers."""

    at: tuple[int, ...]
    answers: tuple[int, ...]
    agreement: tuple[float | None, ...]


def growth(stored: Sequence[WorkerAnswer], points: int = POINTS) -> Growth:
    """From the first answer to the last, at evenly spaced moments."""
    ordered = sorted(stored, key=lambda one: one.at)
    if not ordered:
        return Growth((), (), ())
    first, last = ordered[0].at, ordered[-1].at
    number = points if last > first else 1
    moments = [first + round((last - first) * step / max(1, number - 1)) for step in range(number)]
    moments[-1] = last
    counts: dict[str, Counter[str]] = {}
    pairs = same = place = 0
    answers: list[int] = []
    agreement: list[float | None] = []
    for moment in moments:
        while place < len(ordered) and ordered[place].at <= moment:
            of = counts.setdefault(ordered[place].item, Counter())
            pairs += of.total()
            same += of[ordered[place].answer]
            of[ordered[place].answer] += 1
            place += 1
        answers.append(place)
        agreement.append(same / pairs if pairs else None)
    return Growth(tuple(moments), tuple(answers), tuple(agreement))
