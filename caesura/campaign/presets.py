"""Quality control in plain words: how strict to be, for those who do not want to choose every rule."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from caesura.campaign.rules import RULES
from caesura.campaign.values import Role
from caesura.foundation import one_of

#: Name -> what it means for the people who work, and for their answers.
PRESETS = {
    "none": "Answers are taken as they come. For people you know and trust.",
    "light": "Pages that were clicked through come back. Whoever misses half of the test queries is put on your review list; "
    "you decide. Failing the practice is reported to the annotator, without other consequences.",
    "strict": "Pages that were clicked through or took too long come back. Whoever fails the practice gets no work; whoever misses "
    "too many test queries gets no more, and their answers are withdrawn.",
    "expert": "You choose every rule and its numbers yourself.",
}


def preset_rules(preset: str, roles: Collection[Role]) -> dict[str, dict[str, Any]]:
    """The rules of a preset that have something to do where there are items of these roles."""
    one_of("preset", preset, PRESETS)
    return {
        name: dict(rule.presets[preset])
        for name, rule in RULES.items()
        if preset in rule.presets and (rule.needs is None or rule.needs in roles)
    }


def preset_of(rules: dict[str, Any] | Any, roles: Collection[Role]) -> str:
    """Which preset a plan's rules are; `expert` where they are none."""
    from caesura.campaign.rules import checked_rules

    for name in PRESETS:
        if name != "expert" and _set_apart(checked_rules(preset_rules(name, roles))) == _set_apart(checked_rules(rules)):
            return name
    return "expert"


def _set_apart(rules: dict[str, Any]) -> dict[str, Any]:
    """Without what is chosen beside a preset: whether tests may come again."""
    return {name: {key: value for key, value in given.items() if key != "rotate"} for name, given in rules.items()}
