"""A model's parameters as text: how a user sets them (`start=0.5`) and how signatures print them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from caesura.foundation import InputError, fingerprint, unknown
from caesura.labels.model import LabelModel
from caesura.labels.reading import as_gold
from caesura.labels.registry import MODELS
from caesura.labels.table import LabelTable


def model_with(name: str, settings: Iterable[str] = (), **options: Any) -> LabelModel:
    """The named model with texts such as `start=0.5`, and with those of the options that it has."""
    known = {field.name: field.default for field in fields(MODELS[name])}
    given = {option: value for option, value in options.items() if option in known}
    settable = _settable(name)
    for setting in settings:
        parameter, _, text = setting.partition("=")
        if parameter not in settable:
            raise unknown(f"parameter of {name}", parameter, settable)
        given[parameter] = _value(text, known[parameter])
    return MODELS[name](**given)


def settings_by_model(models: Sequence[str], settings: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Texts such as `glad.start=0.5`, for one model, or `start=0.5`, for all that have it, sorted by the models they are for."""
    by_model: dict[str, tuple[str, ...]] = dict.fromkeys(models, ())
    for setting in settings:
        parameter, _, text = setting.partition("=")
        owner, dot, own = parameter.rpartition(".")
        if dot and owner not in by_model:
            raise unknown("model in this comparison", owner, models)
        having = [owner] if dot else [name for name in models if own in _settable(name)]
        if not having:
            raise unknown("parameter of these models", own, sorted({each for name in models for each in _settable(name)}))
        for name in having:
            by_model[name] += (f"{own}={text}",)
            model_with(name, by_model[name])  # what is wrong is said before anything is fitted
    return by_model


def _settable(name: str) -> list[str]:
    return sorted(field.name for field in fields(MODELS[name]) if isinstance(field.default, int | float | str))


def label_facts(table: LabelTable, duplicates: str, gold: Any = None, known: Any = None) -> dict[str, str]:
    """The data of a figure for its signature: the labels, how repeated ones were treated, the gold and the known ones."""
    facts = {"labels": table.fingerprint, "duplicates": duplicates}
    for name, labels in (("gold", gold), ("known", known)):
        if labels is not None:
            mapping = as_gold(labels)
            facts[name] = fingerprint(f"{task}\t{mapping[task]}" for task in table.tasks if task in mapping)
    return facts


def model_facts(model: LabelModel) -> dict[str, str]:
    """A model for the signature: its name and every parameter that it has."""
    values = {field.name: getattr(model, field.name) for field in fields(model)}
    return {"model": model.name, "parameters": ",".join(f"{name}={_printed(value)}" for name, value in sorted(values.items()))}


def _printed(value: object) -> str:
    if isinstance(value, Mapping):
        return f"#{fingerprint(f'{key}={value[key]}' for key in sorted(value, key=str))}"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _value(text: str, default: object) -> object:
    """A number where it reads like one: whole where the parameter is whole."""
    try:
        return int(text) if isinstance(default, int) else float(text)
    except ValueError:
        if isinstance(default, str):
            return text
        raise InputError(f"'{text}' is not a number", cure="write --set NAME=NUMBER") from None
