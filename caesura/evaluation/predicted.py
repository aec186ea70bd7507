"""Predictions with where they come from: what their signature must say, and what whoever reads their figures must know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from caesura.foundation import fingerprint

T = TypeVar("T")

#: What a signature says of a method: its lexicon, rules, model and so on.
Facts = Mapping[str, str]


@dataclass(frozen=True)
class Predicted(Generic[T]):
    """One prediction for each query id. `seen` holds the queries its model was trained on; None where nothing was trained."""

    of: Mapping[str, T]
    facts: Facts = field(default_factory=dict)
    seen: frozenset[str] | None = None
    notes: tuple[str, ...] = ()

    @classmethod
    def made_elsewhere(cls, of: Mapping[str, T]) -> Predicted[T]:
        """From a file or a program: all that is known of the method is what it said."""
        return cls(of, {"predictions": fingerprint(f"{query_id} {shape!r}" for query_id, shape in sorted(of.items()))})

    @classmethod
    def known(cls, given: Mapping[str, T] | Predicted[T]) -> Predicted[T]:
        return given if isinstance(given, Predicted) else cls.made_elsewhere(given)


def facts_of_two(first: Facts, second: Facts) -> dict[str, str]:
    """Both methods' facts in one signature: what they share once, what differs as `first,second`."""
    keys = dict.fromkeys([*first, *second])
    pairs = {key: (first.get(key, "-"), second.get(key, "-")) for key in keys}
    return {key: one if one == other else f"{one},{other}" for key, (one, other) in pairs.items()}
