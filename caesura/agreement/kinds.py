"""Agreement of people and machines, each kind of pair apart: human–human, human–machine, machine–machine.

Samples of one machine are compared with each other as well, but never count as two annotators who agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from caesura.agreement.items import AnnotatedQuery, Distance, Kind, items_of, kind_of, pairable
from caesura.agreement.krippendorff import alpha, between
from caesura.agreement.percentage import same_segmentation
from caesura.corpus import PEOPLE, Corpus, annotated_by

HUMANS, MIXED, MACHINES = "human–human", "human–machine", "machine–machine"


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Agreement of two parties (or within one): `same` is the share of pairs that gave the same segmentation."""

    pairs: str
    first: str
    second: str
    kind: str
    queries: int
    alpha: float | None
    same: float | None


def agreement_by_kind(corpus: Corpus, kind: Kind | None = None, distance: Distance = Distance.D1) -> list[dict[str, Any]]:
    """A row for people among themselves, for people and each machine, and for each two machines; empty without machines."""
    if not corpus.machines:
        return []
    shape = kind or kind_of(corpus if corpus.kind is not None else annotated_by(corpus, [next(iter(corpus.machines))]))
    parties = {name: _items(annotated_by(corpus, [name]), shape) for name in (PEOPLE, *corpus.machines)}
    parties = {name: items for name, items in parties.items() if items}
    rows = []
    for name, items in parties.items():
        within = pairable(items)
        if within:
            pairs = HUMANS if name == PEOPLE else MACHINES
            rows.append(_row(pairs, name, name, corpus, len(within), alpha(within, distance), same_segmentation(within)))
    for one, other in combinations(parties, 2):
        shared = {item.id for item in parties[one]} & {item.id for item in parties[other]}
        if shared:
            pairs = MIXED if one == PEOPLE else MACHINES
            value = between(parties[one], parties[other], distance)
            rows.append(_row(pairs, one, other, corpus, len(shared), value, _same(parties[one], parties[other])))
    order = (HUMANS, MIXED, MACHINES)
    return [asdict(row) for row in sorted(rows, key=lambda row: order.index(row.pairs))]


def _items(corpus: Corpus, kind: Kind) -> tuple[AnnotatedQuery, ...]:
    has_any = any(entry.votes and len(entry.query.words) > 1 for entry in corpus)
    return items_of(corpus, kind) if has_any else ()


def _row(
    pairs: str, one: str, other: str, corpus: Corpus, queries: int, value: Fraction | None, same: Fraction | None
) -> PairAgreement:
    kinds = ["person" if name == PEOPLE else corpus.machines[name].kind.value for name in dict.fromkeys((one, other))]
    return PairAgreement(
        pairs,
        one,
        other,
        " and ".join(kinds),
        queries,
        None if value is None else float(value),
        None if same is None else float(same),
    )


def _same(first: Sequence[AnnotatedQuery], second: Sequence[AnnotatedQuery]) -> Fraction:
    """The mean over queries of the share of pairs across the two that gave the same segmentation."""
    of_second = {item.id: item for item in second}
    shares = [
        Fraction(
            sum(count * dict(of_second[item.id].patterns).get(pattern, 0) for pattern, count in item.patterns),
            item.total * of_second[item.id].total,
        )
        for item in first
        if item.id in of_second
    ]
    return sum(shares, Fraction(0)) / len(shares)
