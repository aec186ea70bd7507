"""Rules of quality control, one short file each. Adding one touches a new file and the list below.

A plan names the rules that are on, with their parameters: `{"test-queries": {"every": 6}, "least-time": {}}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from caesura.campaign.rules import (
    approval,
    least_time,
    most_time,
    payment,
    test_queries,
    training,
    trust,
    unsure,
    well_formed,
)
from caesura.campaign.rules.base import Action, Rule, Turn, Verdict
from caesura.foundation import InputError

#: In the order in which they are asked.
RULES: dict[str, Rule] = {
    module.RULE.name: module.RULE
    for module in (approval, training, trust, well_formed, least_time, most_time, test_queries, unsure, payment)
}

__all__ = ["RULES", "Action", "Rule", "Turn", "Verdict", "checked_rules", "rule_parameters"]


def rule_parameters(name: str, given: Mapping[str, Any]) -> Any:
    """The parameters of a rule, checked; what is not given has its default."""
    if name not in RULES:
        raise InputError(f"no rule '{name}'", cure=f"known are {', '.join(RULES)}")
    if not isinstance(given, Mapping):
        raise InputError(f"the parameters of {name} are no object", cure="give {} for the defaults")
    kind = RULES[name].parameters
    known = [each.name for each in fields(kind)]
    if unknown := sorted(str(key) for key in given if key not in known):
        raise InputError(f"the rule {name} has no '{unknown[0]}'", cure=f"known are {', '.join(known) or 'none'}")
    try:
        return kind(**given)
    except InputError as error:
        raise InputError(f"rule {name}: {error.problem}", cure=error.cure) from None


def checked_rules(given: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Rules that are on, each with all its parameters, in the order in which they are asked."""
    if not isinstance(given, Mapping):
        raise InputError("the rules are no object", cure='give {"test-queries": {}, ...}')
    found = {name: asdict(rule_parameters(name, parameters)) for name, parameters in given.items()}
    return {name: found[name] for name in RULES if name in found}
