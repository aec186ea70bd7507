"""An approval threshold: only workers whose earlier work was approved often enough.

The rate is the platform's where it gives one, else that of the owner's decisions about this worker's pages. The papers asked
for 60, 95 and 98 %.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from caesura.campaign.rules.base import Action, Rule, Verdict, described, number, whole
from caesura.campaign.values import Worker
from caesura.foundation import one_of

_UNKNOWN = ("admit", "refuse")


@dataclass(frozen=True)
class Parameters:
    """Where no rate is known, `unknown` says whether to admit; the owner's own decisions count from `pages` of them on."""

    rate: float = field(default=0.95, metadata=described("minimum share approved"))
    pages: int = field(default=5, metadata=described("your decisions count from"))
    unknown: str = field(default="admit", metadata=described("workers without a rate", _UNKNOWN))

    def __post_init__(self) -> None:
        number("rate", self.rate, 0, 1)
        whole("pages", self.pages, 1, 10_000)
        one_of("value of unknown", self.unknown, _UNKNOWN)


def approval_rate(rule: Parameters, worker: Worker) -> float | None:
    if worker.approval is not None:
        return worker.approval
    decided = worker.pages_approved + worker.pages_rejected
    return worker.pages_approved / decided if decided >= rule.pages else None


def admits(rule: Parameters, worker: Worker) -> Verdict | None:
    rate = approval_rate(rule, worker)
    if rate is None:
        return None if rule.unknown == "admit" else Verdict(Action.REFUSE, "the approval rate is not known")
    return None if rate >= rule.rate else Verdict(Action.REFUSE, f"the approval rate {rate:.0%} is under {rule.rate:.0%}")


RULE = Rule(
    name="approval",
    description="only workers whose earlier work was approved often enough",
    source="Xu and Klakow 2010; Ramanath et al. 2013",
    parameters=Parameters,
    admits=admits,
)
