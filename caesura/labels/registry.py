"""All label models by name: every file of this room that holds `MODEL`."""

from __future__ import annotations

from typing import Any

from caesura.foundation import Registry
from caesura.labels.model import LabelModel

MODELS: Registry[type[LabelModel]] = Registry(
    "label model",
    "caesura.labels",
    "MODEL",
    order=(
        "majority",
        "weighted-majority",
        "naive-bayes",
        "glad",
        "dawid-skene",
        "one-coin",
        "ibcc",
        "ebcc",
        "bwa",
        "mace",
        "ordinal",
        "chain",
        "mixed",
    ),
)


def label_model(name: str, **parameters: Any) -> LabelModel:
    """`label_model("glad", restarts=3)`."""
    return MODELS[name](**parameters)
