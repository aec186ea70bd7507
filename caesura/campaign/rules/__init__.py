"""Rules of quality control, one short file each, registered by holding `RULE`.

A plan names the rules that are on, with their parameters: `{"test-queries": {"every": 6}, "minimum-time": {}}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from caesura.campaign.rules.base import Action, Rule, Submission, Verdict
from caesura.foundation import InputError, Registry, unknown

RULES: Registry[Rule] = Registry("rule", __name__, "RULE")

__all__ = ["RULES", "Action", "Rule", "Submission", "Verdict", "checked_rules", "rule_parameters"]


def rule_parameters(name: str, given: Mapping[str, Any]) -> Any:
    """The parameters of a rule, checked; what is not given has its default."""
    kind = RULES[name].parameters
    if not isinstance(given, Mapping):
        raise InputError(f"the parameters of {name} are not an object", cure="give {} for the defaults")
    known = [each.name for each in fields(kind)]
    if others := sorted(str(key) for key in given if key not in known):
        raise unknown(f"parameter of the rule {name}", others[0], known)
    try:
        return kind(**given)
    except InputError as error:
        raise InputError(f"rule {name}: {error.problem}", cure=error.cure) from None


def checked_rules(given: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Rules that are on, each with all its parameters, in the order of the registry."""
    if not isinstance(given, Mapping):
        raise InputError("the rules are not an object", cure='give {"test-queries": {}, ...}')
    checked = {name: asdict(rule_parameters(name, parameters)) for name, parameters in given.items()}
    return {name: checked[name] for name in RULES if name in checked}
