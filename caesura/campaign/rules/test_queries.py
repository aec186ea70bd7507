"""Test queries among the others: one in six, and a running score for every worker.

A worker who differs from the known answers too often is put on the review list; whether they worked without effort is for a person
to say (Hagen et al. 2011). The rule can also shut them out by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from caesura.campaign.rules.base import Action, Rule, Turn, Verdict, number, one_of, told, whole
from caesura.campaign.values import Worker

_ACTIONS = (Action.WARN, Action.REVIEW, Action.EXCLUDE, Action.WITHDRAW)


@dataclass(frozen=True)
class Parameters:
    """One test in `every` items; a score under `score` counts after `least` tests."""

    every: int = field(default=6, metadata=told("one query in"))
    least: int = field(default=5, metadata=told("judged after so many tests"))
    score: float = field(default=0.5, metadata=told("minimum share right"))
    action: Action = field(default=Action.REVIEW, metadata=told("who is below", _ACTIONS))

    def __post_init__(self) -> None:
        whole("every", self.every, 2, 1000)
        whole("least", self.least, 1, 1000)
        number("score", self.score, 0, 1)
        object.__setattr__(self, "action", one_of("action", self.action, *_ACTIONS))


def tests_due(rule: Parameters, items_before: int, tests_before: int, items_now: int) -> int:
    """How many of the next items are tests, so that all in all one in `every` is."""
    return max(0, min(items_now, (items_before + items_now) // rule.every - tests_before))


def afterwards(rule: Parameters, worker: Worker, turn: Turn) -> Verdict | None:
    if turn.is_training or worker.tests_done < rule.least or worker.tests_right >= rule.score * worker.tests_done:
        return None
    return Verdict(rule.action, f"{worker.tests_right} of {worker.tests_done} test queries answered as expected")


RULE = Rule(
    name="test-queries",
    description="known answers among the others, with a running score for every worker",
    source="Hagen et al. 2011",
    parameters=Parameters,
    afterwards=afterwards,
)
