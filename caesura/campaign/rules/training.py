"""A practice round before the work, with explanations, and what failing it means.

In Lioma et al. 2018 a worker failed who differed on 27 or more of 52 queries. Most did, as the task has no single right answer,
and so nobody was excluded: `warn` is the default.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from caesura.campaign.rules.base import Action, Rule, Submission, Verdict, described, one_action, whole
from caesura.campaign.values import Role, Worker

_ACTIONS = (Action.WARN, Action.REVIEW, Action.EXCLUDE)


@dataclass(frozen=True)
class Parameters:
    """The round is over after `items` (or all there are); failed with `failures` or more answers that differ."""

    items: int = field(default=52, metadata=described("queries in the round", suggested=5))
    failures: int = field(default=27, metadata=described("failed with this many wrong", suggested=4))
    action: Action = field(default=Action.WARN, metadata=described("whoever fails", _ACTIONS))

    def __post_init__(self) -> None:
        whole("items", self.items, 1, 1000)
        whole("failures", self.failures, 1, 1000)
        object.__setattr__(self, "action", one_action(self.action, _ACTIONS))


def practice_due(rule: Parameters, worker: Worker) -> int:
    return max(0, rule.items - worker.training_done)


def afterwards(rule: Parameters, worker: Worker, page: Submission) -> Verdict | None:
    # Once: with the page that brought the worker over the limit.
    if not page.is_training or worker.training_wrong < rule.failures or worker.training_wrong - page.items >= rule.failures:
        return None
    return Verdict(
        rule.action, f"{worker.training_wrong} of {worker.training_done} practice queries answered differently than expected"
    )


RULE = Rule(
    name="training",
    description="a practice round with explanations, and what failing it means",
    source="Lioma et al. 2018",
    parameters=Parameters,
    practice_due=practice_due,
    afterwards=afterwards,
    needs=Role.TRAINING,
    is_usual=True,
    presets={"light": {"items": 5, "failures": 4, "action": "warn"}, "strict": {"items": 10, "failures": 5, "action": "exclude"}},
)
