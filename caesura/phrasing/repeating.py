"""Boosts for query languages without any: a phrase that is written twice counts twice."""

from __future__ import annotations

from collections.abc import Sequence

from caesura.foundation import InputError
from caesura.phrasing.options import Field

#: More copies would make queries long and slow.
LARGEST_REPEAT = 20


def repeated(clause: str, boost: float, engine: str) -> list[str]:
    """The clause as often as its boost says, rounded; at least once."""
    times = max(1, round(boost))
    if times > LARGEST_REPEAT:
        raise InputError(
            f"{engine} writes a boost by repeating the phrase, and {boost:g} is too often", cure=f"use at most {LARGEST_REPEAT}"
        )
    return [clause] * times


def unboosted(fields: Sequence[Field], cure: str) -> list[str]:
    """The names of fields, for engines that weigh fields elsewhere."""
    for field in fields:
        if field.boost != 1:
            raise InputError(f"the query language cannot express the boost of field {field.name}", cure=cure)
    return [field.name for field in fields]
