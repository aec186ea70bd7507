"""Test queries among the others: one in six, and a running score for every worker.

A worker who differs from the known answers too often is put on the review list; whether they worked without effort is for a
person to say (Hagen et al. 2011). The rule can also exclude them by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from caesura.campaign.rules.base import Action, Rule, Submission, Verdict, described, number, one_action, whole
from caesura.campaign.values import Role, Worker
from caesura.foundation import InputError

_ACTIONS = (Action.WARN, Action.REVIEW, Action.EXCLUDE, Action.WITHDRAW)


@dataclass(frozen=True)
class Parameters:
    """One test in `every` items; a score under `score` counts after `minimum` tests. With `rotate`, a worker who has had all
    tests gets them again, the one that was longest ago first."""

    every: int = field(default=6, metadata=described("one query in"))
    minimum: int = field(default=5, metadata=described("judged after this many tests"))
    score: float = field(default=0.5, metadata=described("minimum share right"))
    rotate: bool = field(default=False, metadata=described("tests may come again when there are no others"))
    action: Action = field(default=Action.REVIEW, metadata=described("whoever is below", _ACTIONS))

    def __post_init__(self) -> None:
        whole("every", self.every, 2, 1000)
        whole("minimum", self.minimum, 1, 1000)
        number("score", self.score, 0, 1)
        if not isinstance(self.rotate, bool):
            raise InputError(f"rotate is {self.rotate!r}", cure="give true or false")
        object.__setattr__(self, "action", one_action(self.action, _ACTIONS))


def tests_due(rule: Parameters, worker: Worker, items: int) -> int:
    """As many as make one in `every` of all a test."""
    return max(0, min(items, (worker.answers + items) // rule.every - worker.tests_done))


def afterwards(rule: Parameters, worker: Worker, page: Submission) -> Verdict | None:
    if page.is_training or worker.tests_done < rule.minimum or worker.tests_right >= rule.score * worker.tests_done:
        return None
    return Verdict(rule.action, f"{worker.tests_right} of {worker.tests_done} test queries answered as expected")


RULE = Rule(
    name="test-queries",
    description="known answers among the others, with a running score for every worker",
    source="Hagen et al. 2011",
    parameters=Parameters,
    tests_due=tests_due,
    tests_every=lambda rule: rule.every,
    tests_rotate=lambda rule: rule.rotate,
    tests_minimum=lambda rule: rule.minimum,
    afterwards=afterwards,
    needs=Role.TEST,
    is_usual=True,
    presets={
        "light": {"every": 6, "minimum": 5, "score": 0.5, "action": "review"},
        "strict": {"every": 6, "minimum": 4, "score": 0.6, "action": "withdraw"},
    },
)
