"""A minimum time for a page: whoever clicks through faster cannot have read it (40 seconds for 20 queries in Lioma et al. 2018).

It holds for practice pages as well.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from caesura.campaign.rules.base import Action, Rule, Submission, Verdict, described, number, one_action

_ACTIONS = (Action.WARN, Action.REVIEW, Action.REFUSE, Action.EXCLUDE)


@dataclass(frozen=True)
class Parameters:
    """`refuse` sends the page back, to be looked at again; the paper removed such workers (`exclude`)."""

    seconds: float = field(default=10, metadata=described("minimum seconds for a page"))
    action: Action = field(default=Action.REFUSE, metadata=described("faster pages", _ACTIONS))

    def __post_init__(self) -> None:
        number("seconds", self.seconds, 0, 24 * 3600)
        object.__setattr__(self, "action", one_action(self.action, _ACTIONS))


def at_entry(rule: Parameters, page: Submission) -> Verdict | None:
    if page.seconds is None or page.seconds >= rule.seconds:
        return None
    reason = f"the page was done in {int(page.seconds)} seconds, it takes at least {rule.seconds:g}"
    return Verdict(rule.action, reason, again=rule.action is Action.REFUSE)


RULE = Rule(
    name="minimum-time",
    description="pages done faster than anyone can read them",
    source="Lioma et al. 2018",
    parameters=Parameters,
    at_entry=at_entry,
    is_usual=True,
    presets={"light": {"seconds": 5}, "strict": {"seconds": 10}},
)
