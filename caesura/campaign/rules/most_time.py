"""A most time for a page: ten minutes for a flat one, fifteen for a nested one in Ramanath et al. 2013."""

from __future__ import annotations

from dataclasses import dataclass, field

from caesura.campaign.rules.base import Action, Rule, Turn, Verdict, number, one_of, told

_ACTIONS = (Action.WARN, Action.REVIEW, Action.REFUSE)


@dataclass(frozen=True)
class Parameters:
    """`refuse` takes no answers that come later; `warn` takes them and keeps a note."""

    seconds: float = field(default=600, metadata=told("seconds for a page, at most"))
    action: Action = field(default=Action.REFUSE, metadata=told("slower pages", _ACTIONS))

    def __post_init__(self) -> None:
        number("seconds", self.seconds, 1, 30 * 24 * 3600)
        object.__setattr__(self, "action", one_of("action", self.action, *_ACTIONS))


def at_entry(rule: Parameters, turn: Turn) -> Verdict | None:
    if turn.seconds is None or turn.is_training or turn.seconds <= rule.seconds:
        return None
    return Verdict(rule.action, f"the page took {turn.seconds:.0f} seconds, at most {rule.seconds:g} are given")


RULE = Rule(
    name="most-time",
    description="pages not finished in time",
    source="Ramanath et al. 2013",
    parameters=Parameters,
    at_entry=at_entry,
)
