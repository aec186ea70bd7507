"""All label models by name."""

from __future__ import annotations

from typing import Any

from caesura.foundation import InputError
from caesura.labels.dawid_skene import DawidSkene
from caesura.labels.glad import Glad
from caesura.labels.majority import Majority
from caesura.labels.model import LabelModel
from caesura.labels.naive_bayes import NaiveBayes
from caesura.labels.one_coin import OneCoin
from caesura.labels.weighted_majority import WeightedMajority

MODELS: dict[str, type[LabelModel]] = {
    model.name: model for model in (Majority, WeightedMajority, NaiveBayes, Glad, DawidSkene, OneCoin)
}


def label_model(name: str, **parameters: Any) -> LabelModel:
    """`label_model("glad", restarts=3)`."""
    if name not in MODELS:
        raise InputError(f"no model '{name}'", cure=f"take one of {', '.join(MODELS)}")
    return MODELS[name](**parameters)
