"""How a campaign asks: how many annotations, how many items on a page, and which rules watch over the answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from typing import Any

from caesura.campaign.rules import RULES, Rule, checked_rules, rule_parameters
from caesura.foundation import InputError, unknown

MOST_ANNOTATIONS = 1000
MOST_ITEMS_PER_PAGE = 100
LONGEST_INSTRUCTIONS = 20_000


@dataclass(frozen=True)
class Plan:
    """`rules` holds the parameters of every rule that is on; a rule that is not named is off. Where nothing is said about rules,
    malformed answers are refused and that is all.

    A page given out is kept for its worker for `reservation_minutes`; after that its items go to others.
    `completion_code` is shown to a worker who is done (platforms ask for one).
    """

    annotations: int = 10
    items_per_page: int = 6
    reservation_minutes: int = 30
    instructions: str = ""
    completion_code: str = ""
    rules: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: {"well-formed": {}})

    def __post_init__(self) -> None:
        _between("annotations", self.annotations, 1, MOST_ANNOTATIONS)
        _between("items_per_page", self.items_per_page, 1, MOST_ITEMS_PER_PAGE)
        _between("reservation_minutes", self.reservation_minutes, 1, 60 * 24 * 30)
        for name, longest in (("instructions", LONGEST_INSTRUCTIONS), ("completion_code", 200)):
            value = getattr(self, name)
            if not isinstance(value, str) or len(value) > longest:
                raise InputError(f"{name} is not text of at most {longest:,} characters", cure="make it shorter")
        object.__setattr__(self, "rules", checked_rules(self.rules))

    @cached_property
    def active(self) -> tuple[tuple[Rule, Any], ...]:
        """The rules that are on, with their parameters."""
        return tuple((RULES[name], rule_parameters(name, given)) for name, given in self.rules.items())

    def parameters(self, name: str) -> Any:
        """The parameters of a rule; None where it is off."""
        return next((parameters for rule, parameters in self.active if rule.name == name), None)

    @property
    def first_annotations(self) -> int:
        """How many answers an item is to get to begin with."""
        unsure = self.parameters("unsure")
        return self.annotations if unsure is None else min(unsure.first, self.annotations)

    def document(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}


def plan_from(document: Mapping[str, Any]) -> Plan:
    """A plan from a JSON object; what is left out has its default."""
    known = {each.name for each in fields(Plan)}
    if others := sorted(set(document) - known):
        raise unknown("part of a plan", others[0], sorted(known))
    return Plan(**document)


@lru_cache(maxsize=256)
def plan_from_text(text: str) -> Plan:
    """A plan as it is stored; plans change seldom and are asked for with every page."""
    return plan_from(json.loads(text))


def _between(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise InputError(f"{name} is {value!r}", cure=f"give a whole number from {least} to {most:,}")
