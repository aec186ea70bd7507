"""Ranking models by name."""

from __future__ import annotations

from dataclasses import fields

from caesura.foundation import InputError
from caesura.retrieval.ranking.bm25 import BM25
from caesura.retrieval.ranking.jelinek_mercer import JelinekMercer
from caesura.retrieval.ranking.model import Model
from caesura.retrieval.ranking.query_likelihood import QueryLikelihood

MODELS: dict[str, type[QueryLikelihood] | type[JelinekMercer] | type[BM25]] = {
    model.name: model for model in (QueryLikelihood, JelinekMercer, BM25)
}


def ranking_model(name: str, **parameters: float) -> Model:
    """`ranking_model("ql", mu=1000)`."""
    if name not in MODELS:
        raise InputError(f"no ranking model {name!r}", cure=f"there are {', '.join(MODELS)}")
    known = [field.name for field in fields(MODELS[name])]
    unknown = [parameter.rstrip("_") for parameter in parameters if parameter not in known]
    if unknown:
        told = ", ".join(parameter.rstrip("_") for parameter in known)
        raise InputError(f"{name} has no parameter {', '.join(unknown)}", cure=f"it has {told}")
    return MODELS[name](**parameters)
