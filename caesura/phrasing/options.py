"""The choices all engines share: fields, boost, slop, tie breaker, operator, boost or filter."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, get_args

from caesura.foundation import InputError, one_of

Mode = Literal["boost", "filter"]
Operator = Literal["or", "and"]

#: Java reads boosts as 32-bit floats; beyond this they carry no meaning as a boost anyway.
LARGEST_BOOST = 1_000_000
LARGEST_SLOP = 1000


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the index, and how much a match in it counts."""

    name: str
    boost: float = 1.0

    def __post_init__(self) -> None:
        if not self.name or not self.name.isprintable() or any(c.isspace() or c in '^"' for c in self.name):
            raise InputError(f"{self.name!r} is not the name of a field", cure="write it as name or name^boost, as in title^2")
        _check_boost(self.boost, f"the boost of field {self.name}")

    @classmethod
    def parse(cls, text: str) -> Field:
        """`title^2` -> `Field("title", 2.0)`."""
        name, caret, boost = text.partition("^")
        if not caret:
            return cls(name)
        try:
            return cls(name, float(boost))
        except ValueError as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"{boost!r} in {text!r} is not a number", cure="write the boost of a field as in title^2") from None


@dataclass(frozen=True, slots=True)
class Options:
    """How segments become phrases.

    `boost` is what a phrase counts in relation to a word. `tie` is the share of the other phrases' scores that is added
    to the best one (dis_max). `mode="boost"` only reorders results, `mode="filter"` drops documents that lack a phrase.
    Segments with a probability under `min_confidence` stay words. `weights` are the shares of words, ordered and
    unordered windows for the engines that mix these (Indri, Terrier); `window` is the width of an unordered window for
    each of its words (both as in the sequential dependence model, Metzler and Croft 2005).
    """

    fields: tuple[Field, ...] = ()
    boost: float = 2.0
    slop: int = 0
    tie: float = 0.3
    operator: Operator = "or"
    mode: Mode = "boost"
    min_confidence: float = 0.0
    weights: tuple[float, float, float] = (0.85, 0.1, 0.05)
    window: int = 4

    def __post_init__(self) -> None:
        _check_boost(self.boost, "boost")
        if not isinstance(self.slop, int) or not 0 <= self.slop <= LARGEST_SLOP:
            raise InputError(f"a slop of {self.slop}", cure=f"slop is a whole number from 0 to {LARGEST_SLOP}")
        if not isinstance(self.window, int) or not 1 <= self.window <= LARGEST_SLOP:
            raise InputError(f"a window of {self.window} for each word", cure=f"it is a whole number from 1 to {LARGEST_SLOP}")
        for name, share in (("tie", self.tie), ("min_confidence", self.min_confidence)):
            if not 0 <= share <= 1:
                raise InputError(f"{name} is {share}", cure="it lies between 0 and 1")
        if len(self.weights) != 3 or not all(0 <= weight <= LARGEST_BOOST for weight in self.weights) or not self.weights[0]:
            raise InputError(
                f"weights are {self.weights}", cure="give three: words (over 0), ordered and unordered windows (0 or more)"
            )
        for name, value, allowed in (("operator", self.operator, get_args(Operator)), ("mode", self.mode, get_args(Mode))):
            one_of(name, value, allowed)
        names = [field.name for field in self.fields]
        if len(set(names)) < len(names):
            raise InputError(f"a field is named twice in {', '.join(names)}", cure="name each field once")


def parse_fields(texts: Iterable[str]) -> tuple[Field, ...]:
    return tuple(Field.parse(text) for text in texts)


def decimal(number: float) -> str:
    """A number as every query language reads it: `2`, `0.5`, never `1e-05`."""
    text = format(Decimal(repr(float(number))), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _check_boost(boost: float, what: str) -> None:
    if not math.isfinite(boost) or not 0 < boost <= LARGEST_BOOST:
        raise InputError(f"{what} is {boost}", cure=f"it must be over 0 and at most {LARGEST_BOOST}")
