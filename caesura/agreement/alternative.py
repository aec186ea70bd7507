"""May a machine stand in for a person? The alternative-annotator test (Calderon, Reichart and Dror 2025, arXiv 2501.10970).

Each person is left out in turn: how often is the machine at least as close to the others as they are (`advantage`), and how often
the converse? Where the difference is under epsilon beyond chance, the machine wins against that person. docs/definitions.md has it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any, Generic, TypeVar

from caesura.foundation import InputError, extra

T = TypeVar("T", bound=Hashable)

#: How much worse than a person a machine may be, being cheaper: what the paper recommends.
CROWD_EPSILON, EXPERT_EPSILON = 0.1, 0.2
#: The share of annotators that a machine must win against, and the error rate of all tests together.
PASSING_RATE, ERROR_RATE = 0.5, 0.05
#: Under this many items the t-test is rough.
FEW_ITEMS = 30


@dataclass(frozen=True, slots=True)
class Answered(Generic[T]):
    """One item: what the machine said and what each person did. A distance gives 0 for equal answers."""

    machine: T
    people: Mapping[str, T]


@dataclass(frozen=True, slots=True)
class AgainstOne:
    """One person left out. `advantage` is how often the machine is at least as close to the others, `person` how often the person
    is; `p` is that of the one-sided t-test that the difference is under epsilon, and `wins` is after correction."""

    annotator: str
    items: int
    advantage: float
    person: float
    p: float
    wins: bool


@dataclass(frozen=True)
class AlternativeTest:
    """`winning_rate` is the share of people the machine wins against, `advantage` the mean of theirs."""

    epsilon: float
    annotators: tuple[AgainstOne, ...]

    @property
    def winning_rate(self) -> float:
        return sum(each.wins for each in self.annotators) / len(self.annotators)

    @property
    def advantage(self) -> float:
        return sum(each.advantage for each in self.annotators) / len(self.annotators)

    @property
    def passes(self) -> bool:
        return self.winning_rate >= PASSING_RATE


def alternative_annotator_test(items: Sequence[Answered[T]], distance: Any, epsilon: float = CROWD_EPSILON) -> AlternativeTest:
    """Test the machine against each person who shares at least two items with it and with other people.

    `distance` of two answers may be any number; whole numbers keep the comparison of two sums exact.
    """
    check_epsilon(epsilon)
    outcomes: dict[str, list[tuple[bool, bool]]] = {}
    for item in items:
        if len(item.people) > 1:
            for name, outcome in closer(item, distance).items():
                outcomes.setdefault(name, []).append(outcome)
    return tested({name: of for name, of in outcomes.items() if len(of) > 1}, epsilon)


def closer(item: Answered[T], distance: Any) -> dict[str, tuple[bool, bool]]:
    """For each person: is the machine at least as close to the others as they are, and they as the machine is?"""
    answers = list(item.people.values())
    apart = {answer: sum(distance(answer, other) for other in answers) for answer in {*answers, item.machine}}
    closer_of = {}
    for answer in set(answers):
        # A person is 0 from their own answer, so only the machine's sum holds somebody too many.
        machine, person = apart[item.machine] - distance(item.machine, answer), apart[answer]
        closer_of[answer] = (machine <= person, person <= machine)
    return {name: closer_of[answer] for name, answer in item.people.items()}


def tested(outcomes: Mapping[str, Sequence[tuple[bool, bool]]], epsilon: float) -> AlternativeTest:
    """The test of every person, from who was closer in each item."""
    if len(outcomes) < 2:
        raise InputError(
            "fewer than two people share two items or more with the machine",
            cure="the test needs people who answered the same items",
        )
    p_values = [_p_value([int(person) - int(machine) for machine, person in of], epsilon) for of in outcomes.values()]
    wins = rejected(p_values)
    rows = [
        AgainstOne(name, len(of), sum(machine for machine, _ in of) / len(of), sum(person for _, person in of) / len(of), p, won)
        for (name, of), p, won in zip(outcomes.items(), p_values, wins, strict=True)
    ]
    return AlternativeTest(epsilon, tuple(rows))


def rejected(p_values: Sequence[float], rate: float = ERROR_RATE) -> list[bool]:
    """Which hypotheses fall when the false discovery rate is held under any dependence (Benjamini and Yekutieli 2001)."""
    number = len(p_values)
    harmonic = sum(1 / place for place in range(1, number + 1))
    ranked = sorted(p_values)
    limits = [p for place, p in enumerate(ranked, start=1) if p <= place * rate / (number * harmonic)]
    return [bool(limits) and p <= limits[-1] for p in p_values]


def check_epsilon(epsilon: float) -> None:
    if not 0 <= epsilon < 1:
        raise InputError(f"an epsilon of {epsilon:g}", cure="give a number from 0 to 1; 0.1 for crowds, 0.2 for experts")


def _p_value(differences: Sequence[int], epsilon: float) -> float:
    """One-sided: is the mean difference under epsilon? Differences that are all the same leave no doubt."""
    number = len(differences)
    mean = sum(differences) / number
    variance = sum((difference - mean) ** 2 for difference in differences) / (number - 1)
    with extra("measure"):
        from scipy.special import stdtr

    statistic = (mean - epsilon) / sqrt(variance / number) if variance else (-inf if mean < epsilon else inf)
    return float(stdtr(number - 1, statistic))
