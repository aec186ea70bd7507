"""A least time for a page: who clicks through faster cannot have read it (40 seconds for 20 queries in Lioma et al. 2018)."""

from __future__ import annotations

from dataclasses import dataclass, field

from caesura.campaign.rules.base import Action, Rule, Turn, Verdict, number, one_of, told

_ACTIONS = (Action.WARN, Action.REVIEW, Action.REFUSE, Action.EXCLUDE)


@dataclass(frozen=True)
class Parameters:
    """`refuse` sends the page back, to be looked at again; the paper removed such workers (`exclude`)."""

    seconds: float = field(default=10, metadata=told("seconds for a page, at least"))
    action: Action = field(default=Action.REFUSE, metadata=told("faster pages", _ACTIONS))

    def __post_init__(self) -> None:
        number("seconds", self.seconds, 0, 24 * 3600)
        object.__setattr__(self, "action", one_of("action", self.action, *_ACTIONS))


def at_entry(rule: Parameters, turn: Turn) -> Verdict | None:
    if turn.seconds is None or turn.seconds >= rule.seconds:
        return None
    reason = f"the page was done in {int(turn.seconds)} seconds, it takes at least {rule.seconds:g}"
    return Verdict(rule.action, reason, again=rule.action is Action.REFUSE)


RULE = Rule(
    name="least-time",
    description="pages done faster than anyone can read them",
    source="Lioma et al. 2018",
    parameters=Parameters,
    at_entry=at_entry,
)
