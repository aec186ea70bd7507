"""Which profile a log looks like: a query is compared with the queries that each profile was trained on, by its words alone.

A query is the mean of its words' vectors, with a few shares beside it (digits, function words, unknown words, length); a linear
model says how likely it comes from each kind. One query says little, a hundred say enough.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain
from math import exp, fsum

from caesura.foundation import ArtifactKind, InputError
from caesura.segmenters.learned.tag_classes import FUNCTION, tag_class
from caesura.segmenters.learned.vectors import DIMENSIONS, STEPS, default_vectors
from caesura.shapes import fold, split_words
from caesura.tagging import Tagger

DOMAINS = ArtifactKind("domain weights", 1, cure="build them again: python -m recipes.domain")
_FILE = "domain.weights"

#: Numbers of a query: the mean vector, four shares and a constant.
WIDTH = DIMENSIONS + 5
_LONG = 10


@dataclass(frozen=True)
class DomainWeights:
    """A row of weights per profile."""

    profiles: tuple[str, ...]
    weights: tuple[tuple[float, ...], ...]

    def shares(self, described: Sequence[float]) -> list[float]:
        """How likely the query comes from each profile."""
        scores = [fsum(weight * number for weight, number in zip(row, described, strict=True)) for row in self.weights]
        highest = max(scores)
        raised = [exp(score - highest) for score in scores]
        return [value / sum(raised) for value in raised]


@dataclass(frozen=True)
class LogDomain:
    """The mean share of each profile over the queries of a log, best first, and how many queries were looked at."""

    queries: int
    shares: dict[str, float]

    @property
    def profile(self) -> str:
        return next(iter(self.shares))


def describe_query(words: Sequence[str], tagger: Tagger) -> list[float]:
    vectors = default_vectors()
    known = [vectors.of(fold(word)) for word in words]
    size = len(words)
    mean = [sum(column) / (STEPS * size) for column in zip(*(word.numbers for word in known), strict=True)]
    digits = sum(any(letter.isdigit() for letter in word) for word in words) / size
    serving = sum(tag_class(tag) in FUNCTION for tag in tagger(tuple(words))) / size
    unknown = sum(not word.known for word in known) / size
    return [*mean, digits, serving, unknown, min(size, _LONG) / _LONG, 1.0]


def log_domain(queries: Iterable[str], tagger: Tagger) -> LogDomain:
    """What the queries look like; empty lines are passed over."""
    weights = default_domain_weights()
    totals, count = [0.0] * len(weights.profiles), 0
    for query in queries:
        words = split_words(query)
        if words:
            totals = [total + share for total, share in zip(totals, weights.shares(describe_query(words, tagger)), strict=True)]
            count += 1
    if not count:
        raise InputError("there is no query to look at", cure="give one query per line")
    ranked = sorted(zip(weights.profiles, totals, strict=True), key=lambda pair: -pair[1])
    return LogDomain(count, {profile: total / count for profile, total in ranked})


def packed_weights(weights: DomainWeights) -> bytes:
    body = array("d", chain.from_iterable(weights.weights))
    if sys.byteorder == "big":
        body.byteswap()
    return DOMAINS.pack({"profiles": list(weights.profiles), "width": WIDTH}, body.tobytes())


def unpacked_weights(raw: bytes, source: str) -> DomainWeights:
    head, body = DOMAINS.unpack(raw, source)
    profiles = head.get("profiles")
    if not isinstance(profiles, list) or head.get("width") != WIDTH or len(body) != 8 * WIDTH * len(profiles):
        raise DOMAINS.damaged(source)
    numbers = array("d", body)
    if sys.byteorder == "big":
        numbers.byteswap()
    rows = tuple(tuple(numbers[at : at + WIDTH]) for at in range(0, len(numbers), WIDTH))
    return DomainWeights(tuple(map(str, profiles)), rows)


@cache
def default_domain_weights() -> DomainWeights:
    return unpacked_weights((files("caesura.segmenters.learned") / "profiles" / _FILE).read_bytes(), _FILE)
