"""A maximum time for a page: ten minutes for a flat one, fifteen for a nested one in Ramanath et al. 2013.

Practice may take as long as it needs: its explanations are to be read.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from caesura.campaign.rules.base import Action, Rule, Submission, Verdict, described, number, one_action

_ACTIONS = (Action.WARN, Action.REVIEW, Action.REFUSE)


@dataclass(frozen=True)
class Parameters:
    """`refuse` takes no answers that come later; `warn` takes them and keeps a note."""

    seconds: float = field(default=600, metadata=described("maximum seconds for a page"))
    action: Action = field(default=Action.REFUSE, metadata=described("slower pages", _ACTIONS))

    def __post_init__(self) -> None:
        number("seconds", self.seconds, 1, 30 * 24 * 3600)
        object.__setattr__(self, "action", one_action(self.action, _ACTIONS))


def at_entry(rule: Parameters, page: Submission) -> Verdict | None:
    if page.seconds is None or page.is_training or page.seconds <= rule.seconds:
        return None
    return Verdict(rule.action, f"the page took {page.seconds:.0f} seconds, at most {rule.seconds:g} are allowed")


RULE = Rule(
    name="maximum-time",
    description="pages that took too long",
    source="Ramanath et al. 2013",
    parameters=Parameters,
    at_entry=at_entry,
    presets={"strict": {"seconds": 1800}},
    page_seconds=lambda rule: rule.seconds,
)
