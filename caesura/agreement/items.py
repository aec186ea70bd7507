"""What agreement is computed on: each query's annotations as bare boundary variables, equal ones counted together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from caesura.corpus import Corpus, Entry
from caesura.foundation import InputError
from caesura.shapes import Flat, Forest, Nested, Shape, boundaries

#: Breaks of a flat segmentation, heights of a nested one.
Pattern = tuple[int, ...]


class Kind(StrEnum):
    """Which shapes are compared."""

    FLAT = "flat"
    NESTED = "nested"


class Distance(StrEnum):
    """How far two annotations are apart: d1 counts all levels alike, d2 punishes what is high in the tree."""

    D1 = "d1"
    D2 = "d2"

    @property
    def power(self) -> int:
        return 1 if self is Distance.D1 else 2


@dataclass(frozen=True, slots=True)
class AnnotatedQuery:
    """One query: each different pattern once, with the number of annotators who chose it. `total` is how many they are."""

    id: str
    patterns: tuple[tuple[Pattern, int], ...]
    total: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", sum(count for _, count in self.patterns))

    @property
    def boundaries(self) -> int:
        return len(self.patterns[0][0])


def items_of(corpus: Corpus, kind: Kind | None = None) -> tuple[AnnotatedQuery, ...]:
    """The corpus's annotated queries of two words or more: a one-word query has nothing to agree on."""
    shape = kind or kind_of(corpus)
    annotated = (_item(entry, shape) for entry in corpus if entry.votes and entry.votes.all[0].shape.size > 1)
    items = tuple(annotated)
    if not items:
        raise InputError(
            f"{corpus.name} has no annotated query of two words or more", cure="agreement needs a corpus with annotations"
        )
    return items


def pairable(items: Sequence[AnnotatedQuery]) -> tuple[AnnotatedQuery, ...]:
    """The queries that two or more annotators worked on; the others say nothing about agreement."""
    return tuple(item for item in items if item.total > 1)


def kind_of(corpus: Corpus) -> Kind:
    """Flat or nested, as its annotations are; the trees of forests are looked at as flat segments."""
    return Kind.NESTED if corpus.kind is Nested else Kind.FLAT


def _item(entry: Entry, kind: Kind) -> AnnotatedQuery:
    counts: dict[Pattern, int] = {}
    for vote in entry.votes:
        pattern = pattern_of(vote.shape, kind)
        counts[pattern] = counts.get(pattern, 0) + vote.count
    return AnnotatedQuery(entry.query.id, tuple(counts.items()))


def pattern_of(shape: Shape, kind: Kind) -> Pattern:
    """The boundary variables; asking for trees where there are none (or the reverse) is an error."""
    if isinstance(shape, Forest):
        shape = shape.segments
    if isinstance(shape, Flat) != (kind is Kind.FLAT):
        other = Kind.NESTED if kind is Kind.FLAT else Kind.FLAT
        raise InputError(f"the annotations are {other}, not {kind}", cure=f"give annotations that are, or ask for --shape {other}")
    return boundaries(shape)
