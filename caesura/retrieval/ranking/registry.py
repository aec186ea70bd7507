"""Ranking models by name: every file of this folder that holds `MODEL`."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from caesura.foundation import Registry, unknown
from caesura.retrieval.ranking.model import Model

RANKING_MODELS: Registry[Any] = Registry(
    "ranking model",
    "caesura.retrieval.ranking",
    "MODEL",
    order=("ql", "jm", "bm25"),
    spelled={"query_likelihood": "ql", "jelinek_mercer": "jm"},
)


def ranking_model(name: str, **parameters: float) -> Model:
    """`ranking_model("ql", mu=1000)`."""
    entry = RANKING_MODELS[name]
    known = [field.name for field in fields(entry)]
    for parameter in parameters:
        if parameter not in known:
            raise unknown(f"parameter of {name}", parameter.rstrip("_"), (one.rstrip("_") for one in known))
    model: Model = entry(**parameters)
    return model
