"""The choices all engines share: fields, boost, slop, tie breaker, operator, boost or filter. What an engine lacks it refuses."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, get_args

from caesura.foundation import InputError, one_of

Mode = Literal["boost", "filter"]
Operator = Literal["or", "and"]
Combine = Literal["best", "sum"]
#: The slop of phrases from a number of words on: `((2, 0), (3, 1))`.
SlopByLength = tuple[tuple[int, int], ...]

#: Java reads boosts as 32-bit floats; beyond this they carry no meaning as a boost anyway.
LARGEST_BOOST = 1_000_000
LARGEST_SLOP = 1000

_PART = r"-?\d{1,4}%?"
_MINIMUM_MATCH = re.compile(rf"{_PART}|\d{{1,4}}<{_PART}( \d{{1,4}}<{_PART})*")
_ANALYZER = re.compile(r"[A-Za-z0-9_.-]+")


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

    `boost` is what a phrase counts in relation to a word; with `growth` it is multiplied by the phrase's probability to that power
    (0: not at all, 1: in proportion), and `cap` bounds the sum of a query's phrase boosts. `combine="best"` counts the best
    phrase in full and adds the `tie` share of the others (dis_max); `"sum"` adds the phrases up, each by its best field. `slop` is
    one number, or pairs: from how many words on, which slop. `mode="boost"` only reorders results, `mode="filter"` drops documents
    that lack a phrase. Segments with a probability under `min_confidence` stay words.

    Phrases are asked of `phrase_fields`, where there are any, else of `fields`. `minimum_match` is how many of the words must
    occur, as Solr and Elasticsearch write it (`2`, `75%`, `2<-1`). `analyzer` cuts words and phrases, `phrase_analyzer` phrases
    only. `rescore_size` is how many of the best documents are ranked again, for the part `rescore`.

    `weights` are the shares of words, ordered and unordered windows for the engines that mix these (Indri, Terrier); `window` is
    the width of an unordered window for each of its words (both as in the sequential dependence model, Metzler and Croft 2005).
    """

    fields: tuple[Field, ...] = ()
    boost: float = 0.25
    slop: int | SlopByLength = 0
    tie: float = 0.3
    operator: Operator = "or"
    mode: Mode = "boost"
    min_confidence: float = 0.0
    weights: tuple[float, float, float] = (0.85, 0.1, 0.05)
    window: int = 4
    phrase_fields: tuple[Field, ...] = ()
    combine: Combine = "best"
    growth: float = 0.0
    cap: float | None = None
    minimum_match: str | None = None
    analyzer: str | None = None
    phrase_analyzer: str | None = None
    rescore_size: int = 100

    def __post_init__(self) -> None:
        _check_boost(self.boost, "boost")
        if self.cap is not None:
            _check_boost(self.cap, "cap")
        if not 0 <= self.growth <= 100:
            raise InputError(f"growth is {self.growth}", cure="it lies between 0 (no effect) and 100")
        _check_slop(self.slop)
        for name, number, largest in (("window", self.window, LARGEST_SLOP), ("rescore_size", self.rescore_size, 10_000)):
            if not isinstance(number, int) or not 1 <= number <= largest:
                raise InputError(f"{name} is {number}", cure=f"it is a whole number from 1 to {largest}")
        for name, share in (("tie", self.tie), ("min_confidence", self.min_confidence)):
            if not 0 <= share <= 1:
                raise InputError(f"{name} is {share}", cure="it lies between 0 and 1")
        if len(self.weights) != 3 or not all(0 <= weight <= LARGEST_BOOST for weight in self.weights) or not self.weights[0]:
            raise InputError(
                f"weights are {self.weights}", cure="give three: words (over 0), ordered and unordered windows (0 or more)"
            )
        for name, value, allowed in (
            ("operator", self.operator, get_args(Operator)),
            ("mode", self.mode, get_args(Mode)),
            ("way to combine phrases", self.combine, get_args(Combine)),
        ):
            one_of(name, value, allowed)
        _check_names(self.fields)
        _check_names(self.phrase_fields)
        if self.minimum_match is not None:
            self._check_minimum_match(self.minimum_match)
        for analyzer in (self.analyzer, self.phrase_analyzer):
            if analyzer is not None and not _ANALYZER.fullmatch(analyzer):
                raise InputError(f"{analyzer!r} is not the name of an analyzer", cure="use letters, digits, _ . and -")

    def _check_minimum_match(self, given: str) -> None:
        if not _MINIMUM_MATCH.fullmatch(given):
            raise InputError(
                f"{given!r} does not say how many words must match", cure="write 2, 75%, -1, or conditions as in 2<-1 5<80%"
            )
        if self.operator == "and":
            raise InputError("operator and already requires every word", cure="use minimum_match with operator or")

    @property
    def places(self) -> tuple[Field, ...]:
        """The fields phrases are asked of."""
        return self.phrase_fields or self.fields

    def slop_of(self, words: int) -> int:
        """The slop of a phrase with this many words."""
        if isinstance(self.slop, int):
            return self.slop
        return max(((length, slop) for length, slop in self.slop if length <= words), default=(0, 0))[1]


def parse_fields(texts: Iterable[str]) -> tuple[Field, ...]:
    return tuple(Field.parse(text) for text in texts)


def parse_slop(text: str) -> int | SlopByLength:
    """`1` -> 1; `2:0,4:1` -> none up to three words, 1 from four words on."""
    try:
        if ":" not in text:
            return int(text)
        return tuple((int(length), int(slop)) for length, _, slop in (one.partition(":") for one in text.split(",")))
    except ValueError:
        raise InputError(f"{text!r} is not a slop", cure="write 1, or by length as in 2:0,4:1") from None


def decimal(number: float) -> str:
    """A number as every query language reads it: `2`, `0.5`, never `1e-05`."""
    text = format(Decimal(repr(float(number))), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _check_boost(boost: float, what: str) -> None:
    if not math.isfinite(boost) or not 0 < boost <= LARGEST_BOOST:
        raise InputError(f"{what} is {boost}", cure=f"it must be over 0 and at most {LARGEST_BOOST}")


def _check_slop(slop: int | SlopByLength) -> None:
    pairs = ((2, slop),) if isinstance(slop, int) else slop
    if not isinstance(pairs, tuple) or not all(isinstance(n, int) and 0 <= n <= LARGEST_SLOP for pair in pairs for n in pair):
        raise InputError(f"a slop of {slop}", cure=f"slop is a whole number from 0 to {LARGEST_SLOP}, or one for each length")
    if len(dict(pairs)) < len(pairs):
        raise InputError(f"a length is named twice in the slop {slop}", cure="name each length once")


def _check_names(fields: tuple[Field, ...]) -> None:
    names = [field.name for field in fields]
    if len(set(names)) < len(names):
        raise InputError(f"a field is named twice in {', '.join(names)}", cure="name each field once")
