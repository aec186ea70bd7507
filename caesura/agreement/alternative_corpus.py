"""The alternative-annotator test on a corpus: its annotators where they have names, else votes drawn as annotators.

Without names, every query's votes are shuffled and its k-th vote is annotator k, many times. Such an annotator is a mixture of the
crowd: good and bad workers can no longer be told apart, so the winning rate is nearly all or nothing, and what it says is whether
the machine may replace *one more vote*, not a given person.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from statistics import mean, pstdev
from typing import Any

import numpy as np

from caesura.agreement.alternative import (
    CROWD_EPSILON,
    FEW_ITEMS,
    PASSING_RATE,
    AlternativeTest,
    Answered,
    alternative_annotator_test,
    check_epsilon,
    closer,
    tested,
)
from caesura.agreement.items import Distance, Kind, Pattern, kind_of, pattern_of
from caesura.corpus import Corpus, Entry
from caesura.foundation import SEED, InputError, signature
from caesura.shapes import Shape

#: How often votes without names are drawn as annotators.
DRAWS = 20


@dataclass(frozen=True)
class Replacement:
    """The test of one machine. `draws` holds one test for named annotators, or as many as were drawn from anonymous votes."""

    machine: str
    queries: int
    named: bool
    draws: tuple[AlternativeTest, ...]
    signature: str

    @property
    def winning_rate(self) -> float:
        return mean(each.winning_rate for each in self.draws)

    @property
    def advantage(self) -> float:
        return mean(each.advantage for each in self.draws)

    @property
    def passes(self) -> bool:
        return self.winning_rate >= PASSING_RATE

    @property
    def warning(self) -> str | None:
        few = [each.annotator for each in self.draws[0].annotators if each.items < FEW_ITEMS]
        if not few:
            return None
        return f"{len(few)} of {len(self.draws[0].annotators)} annotators share fewer than {FEW_ITEMS} queries: the t-test is rough"

    def as_document(self) -> dict[str, Any]:
        """As `caesura agreement --alt-test` prints it."""
        document: dict[str, Any] = {
            "machine": self.machine,
            "queries": self.queries,
            "winning_rate": self.winning_rate,
            "advantage": self.advantage,
            "passes": self.passes,
            "epsilon": self.draws[0].epsilon,
            "votes": "of named annotators" if self.named else f"drawn as annotators, {len(self.draws)} times",
        }
        if not self.named:
            document["winning_rate_spread"] = pstdev(each.winning_rate for each in self.draws)
            document["advantage_spread"] = pstdev(each.advantage for each in self.draws)
            document["draws_passed"] = sum(each.passes for each in self.draws) / len(self.draws)
        document["annotators"] = [asdict(each) for each in self.draws[0].annotators] if self.named else _means(self.draws)
        return {**document, "warning": self.warning, "signature": self.signature}


def replacement_test(
    corpus: Corpus,
    machine: str,
    answers: Mapping[str, Shape],
    *,
    distance: Distance = Distance.D1,
    kind: Kind | None = None,
    epsilon: float = CROWD_EPSILON,
    draws: int = DRAWS,
    seed: int = SEED,
    facts: Mapping[str, str] | None = None,
) -> Replacement:
    """May `machine`, who gave these answers by query id, replace the corpus's annotators? `facts` go into the signature."""
    check_epsilon(epsilon)
    shape = kind or kind_of(corpus)
    entries = [
        entry for entry in corpus if entry.query.id in answers and entry.votes.total > 1 and entry.votes.all[0].shape.size > 1
    ]
    if not entries:
        raise InputError(
            f"{machine} answered no query of {corpus.name} that two people or more annotated", cure="the query ids must match"
        )
    named = all(vote.annotators for entry in entries for vote in entry.votes)
    power = distance.power

    def apart(one: Pattern, other: Pattern) -> int:
        return sum(abs(a**power - b**power) for a, b in zip(one, other, strict=True))

    answered = [Answered(pattern_of(answers[entry.query.id], shape), _people(entry, shape, named)) for entry in entries]
    if named:
        tests: tuple[AlternativeTest, ...] = (alternative_annotator_test(answered, apart, epsilon),)
    else:
        tests = _drawn([list(closer(item, apart).values()) for item in answered], epsilon, draws, seed)
    return Replacement(
        machine,
        len(entries),
        named,
        tests,
        signature(
            data=corpus.signature,
            test="alternative-annotator",
            machine=machine,
            **(facts or {}),
            distance="d" if shape is Kind.FLAT else distance.value,
            epsilon=f"{epsilon:g}",
            annotators="named" if named else f"drawn-{draws}-seed-{seed}",
        ),
    )


def _people(entry: Entry, kind: Kind, named: bool) -> dict[str, Pattern]:
    """What each person said; nameless votes are numbered. Of somebody's several annotations of a query the last counts."""
    names = (name for vote in entry.votes for name in (vote.annotators if named else ("",) * vote.count))
    patterns = (pattern_of(vote.shape, kind) for vote in entry.votes for _ in range(vote.count))
    return {name or f"vote {place}": pattern for place, (name, pattern) in enumerate(zip(names, patterns, strict=True), start=1)}


def _drawn(outcomes: list[list[tuple[bool, bool]]], epsilon: float, draws: int, seed: int) -> tuple[AlternativeTest, ...]:
    """Who was closer in each query's votes, shuffled, vote k to annotator k; one more vote than most queries have is nobody's."""
    places = int(np.median([len(of_query) for of_query in outcomes]))
    random = np.random.default_rng(seed)
    tests = []
    for _ in range(draws):
        of_place: dict[str, list[tuple[bool, bool]]] = {f"drawn {place}": [] for place in range(1, places + 1)}
        for of_query in outcomes:
            for name, chosen in zip(of_place, random.permutation(len(of_query)), strict=False):
                of_place[name].append(of_query[chosen])
        tests.append(tested({name: of for name, of in of_place.items() if len(of) > 1}, epsilon))
    return tuple(tests)


def _means(draws: tuple[AlternativeTest, ...]) -> list[dict[str, Any]]:
    """What stands for annotator k in all draws; `wins` is the share of draws in which the machine won against them."""
    return [
        {
            "annotator": rows[0].annotator,
            "items": rows[0].items,
            **{name: mean(float(getattr(row, name)) for row in rows) for name in ("advantage", "person", "p", "wins")},
        }
        for rows in zip(*(each.annotators for each in draws), strict=True)
    ]
