"""Fields of a form as the values of plans and rules: numbers as numbers, with errors that name the field."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields
from typing import Any

from caesura.campaign import RULES, Payment, Role
from caesura.foundation import InputError

_WHOLE = {"annotations": "answers for each query", "items_per_page": "queries on a page", "per_worker": "queries for each person"}


def plan_numbers(given: Mapping[str, str]) -> dict[str, Any]:
    """The numbers of a plan that were filled in."""
    numbers: dict[str, Any] = {name: whole(label, given[name]) for name, label in _WHOLE.items() if given.get(name, "").strip()}
    if given.get("seconds_per_item", "").strip():
        numbers["seconds_per_item"] = number("seconds for a query", given["seconds_per_item"])
    return numbers


def shown_rules() -> list[dict[str, Any]]:
    """Every rule with its parameters as fields of the form."""
    return [
        {
            "name": rule.name,
            "description": rule.description,
            "usual": rule.is_usual,
            "parameters": shown_parameters(rule.parameters),
        }
        for rule in RULES.values()
    ]


def shown_parameters(kind: type[Any]) -> list[dict[str, Any]]:
    return [
        {"name": each.name, "kind": each.type, **each.metadata}
        | {"default": each.default if each.metadata["suggested"] is None else each.metadata["suggested"]}
        for each in fields(kind)
    ]


def with_something_to_do(names: Collection[str], roles: Collection[Role]) -> list[str]:
    """The rules to be on. Without practice or tests their rules would only look as if they watched over anything."""
    return [name for name in names if name in RULES and RULES[name].needs in (None, *roles)]


def parameters(name: str, kind: type[Any], given: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a rule or setting as its parameters want them: numbers as numbers."""
    values: dict[str, Any] = {}
    for each in fields(kind):
        text = given.get(f"{name}.{each.name}", "").strip()
        if not text:
            continue
        label = f"{name}, {each.metadata['label']}"
        match each.type:
            case "bool":
                values[each.name] = text == "yes"
            case "int":
                values[each.name] = whole(label, text)
            case "float":
                values[each.name] = number(label, text)
            case _:
                values[each.name] = text
    return values


def payment_in(given: Mapping[str, str], before: Payment | None = None) -> Payment | None:
    """What the form says about pay. Amounts that were changed where the box is not ticked are asked about, never dropped."""
    filled = parameters("payment", Payment, given)
    if "payment" in given:
        return Payment(**filled)
    shown = shown_parameters(Payment)
    usual = {f"payment.{each['name']}": "yes" if each["default"] is True else str(each["default"]) for each in shown}
    known = before or Payment(**parameters("payment", Payment, usual))
    if any(value != getattr(known, name) for name, value in filled.items()):
        raise InputError(
            "the payment was changed, but “This campaign pays” is not ticked", cure="tick it, or leave the payment as it was"
        )
    return None


def whole(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise InputError(f"{name} is '{text[:40]}'", cure="give a whole number") from None


def number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(f"{name} is '{text[:40]}'", cure="give a number") from None
