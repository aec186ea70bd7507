"""From a score to a number of people: where the crowd's curve reaches it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class People:
    """A number of people; `more_than` where even the largest crowd that could be drawn scores less."""

    number: float
    more_than: bool = False

    def __str__(self) -> str:
        return f"more than {self.number:.0f}" if self.more_than else f"{self.number:.1f}"


def people_for(score: float, sizes: Sequence[int], crowd: Sequence[float]) -> People:
    """How many people score as much: linear between the crowds that were drawn, in proportion below a single person.

    A crowd's mean score rises with its size but for chance; where a larger one happens to score less than a smaller one, it is
    taken to score as much.
    """
    rising = np.maximum.accumulate(np.asarray(crowd, dtype=float))
    if score > rising[-1]:
        return People(float(sizes[-1]), more_than=True)
    if score < rising[0]:
        return People(float(score / rising[0]) if rising[0] else 0.0)
    reached = int(np.searchsorted(rising, score))  # the smallest crowd that scores as much
    if rising[reached] == score or reached == 0:
        return People(float(sizes[reached]))
    share = (score - rising[reached - 1]) / (rising[reached] - rising[reached - 1])
    return People(float(sizes[reached - 1] + share * (sizes[reached] - sizes[reached - 1])))


def many_people_for(scores: NDArray[np.float64], sizes: Sequence[int], crowds: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same for many resamples: `scores` one each, `crowds` a curve each; more than the largest crowd is infinite."""
    shares = (
        people_for(float(score), sizes, [float(value) for value in crowd]) for score, crowd in zip(scores, crowds, strict=True)
    )
    return np.array([np.inf if people.more_than else people.number for people in shares])
