"""Every run once, found by looking into the folder."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache

from caesura.foundation import InputError
from caesura.retrieval.runs.base import Run

#: The order of the paper's table, then ours; the bound closes it.
_ORDER = (
    *("user-choice", "mrf-sequential", "mrf-full", "good-turing", "atc", "bag-of-words"),
    *("segmenter", "tuned-confidence", "soft-phrases", "when-to-phrase", "when-to-phrase-softly", "upper-bound"),
)


@cache
def all_runs() -> Mapping[str, Run]:
    """All runs by name, in the order in which tables show them; one that the order does not know comes before the bound."""
    folder = importlib.import_module("caesura.retrieval.runs")
    found: dict[str, Run] = {}
    for module in pkgutil.iter_modules(folder.__path__):
        run = getattr(importlib.import_module(f"{folder.__name__}.{module.name}"), "RUN", None)
        if isinstance(run, Run):
            found[run.name] = run
    places = {name: float(place) for place, name in enumerate(_ORDER)}
    return dict(sorted(found.items(), key=lambda item: (places.get(item[0], len(_ORDER) - 1.5), item[0])))


def run_named(name: str) -> Run:
    known = all_runs()
    if name not in known:
        raise InputError(f"no run is called '{name}'", cure=f"choose one of {', '.join(known)}")
    return known[name]
