"""Trust groups: low, medium, high, by how a worker did on test and practice items; only some groups are asked.

Lioma et al. 2018 took workers of the highest of three groups. The score there was a platform's secret; ours is the share of
known answers met, with one right and one wrong added beforehand, so that nobody is trusted or mistrusted for a single answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from caesura.campaign.rules.base import Action, Rule, Verdict, described, number, whole
from caesura.campaign.values import Worker
from caesura.foundation import one_of

GROUPS = ("low", "medium", "high")


@dataclass(frozen=True)
class Parameters:
    """`minimum` is the lowest group that gets pages; a worker is judged once `known` answers could be compared."""

    minimum: str = field(default="medium", metadata=described("lowest group that is asked", GROUPS))
    medium: float = field(default=0.5, metadata=described("medium from a share right of"))
    high: float = field(default=0.75, metadata=described("high from a share right of"))
    known: int = field(default=5, metadata=described("judged after this many known answers"))

    def __post_init__(self) -> None:
        one_of("value of minimum", self.minimum, GROUPS)
        number("medium", self.medium, 0, 1)
        number("high", self.high, self.medium, 1)
        whole("known", self.known, 1, 1000)


def trust_score(worker: Worker) -> float:
    known = worker.tests_done + worker.training_done
    return (worker.tests_right + worker.training_done - worker.training_wrong + 1) / (known + 2)


def trust_group(rule: Parameters, worker: Worker) -> str | None:
    """None while too little is known."""
    if worker.tests_done + worker.training_done < rule.known:
        return None
    score = trust_score(worker)
    return "high" if score >= rule.high else "medium" if score >= rule.medium else "low"


def admits(rule: Parameters, worker: Worker) -> Verdict | None:
    group = trust_group(rule, worker)
    if group is None or GROUPS.index(group) >= GROUPS.index(rule.minimum):
        return None
    return Verdict(Action.REFUSE, f"trust is {group} ({trust_score(worker):.2f}), the campaign asks for {rule.minimum}")


def worker_figures(rule: Parameters | None, worker: Worker) -> dict[str, Any]:
    return {"trust_score": trust_score(worker), "trust_group": None if rule is None else trust_group(rule, worker)}


RULE = Rule(
    name="trust",
    description="groups of trust by known answers; only some groups are asked",
    source="Lioma et al. 2018",
    parameters=Parameters,
    admits=admits,
    worker_figures=worker_figures,
)
