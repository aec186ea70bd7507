"""A training round before the work, with explanations, and what failing it means.

In Lioma et al. 2018 a worker failed who differed on 27 or more of 52 queries. Most did, as the task has no single right answer,
and so nobody was excluded: `warn` is the default.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from caesura.campaign.rules.base import Action, Rule, Turn, Verdict, one_of, told, whole
from caesura.campaign.values import Worker

_ACTIONS = (Action.WARN, Action.REVIEW, Action.EXCLUDE)


@dataclass(frozen=True)
class Parameters:
    """The round is over after `items` (or all there are); failed with `failures` or more answers that differ."""

    items: int = field(default=52, metadata=told("queries in the round"))
    failures: int = field(default=27, metadata=told("failed with so many wrong"))
    action: Action = field(default=Action.WARN, metadata=told("who fails", _ACTIONS))

    def __post_init__(self) -> None:
        whole("items", self.items, 1, 1000)
        whole("failures", self.failures, 1, 1000)
        object.__setattr__(self, "action", one_of("action", self.action, *_ACTIONS))


def afterwards(rule: Parameters, worker: Worker, turn: Turn) -> Verdict | None:
    # Told once: with the page that brought her over the limit.
    if not turn.is_training or worker.training_wrong < rule.failures or worker.training_wrong - turn.items >= rule.failures:
        return None
    return Verdict(
        rule.action, f"{worker.training_wrong} of {worker.training_done} training items answered otherwise than expected"
    )


RULE = Rule(
    name="training",
    description="a training round with explanations, and what failing it means",
    source="Lioma et al. 2018",
    parameters=Parameters,
    afterwards=afterwards,
)
