"""A smaller corpus that keeps the proportions of a larger one."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Hashable, Mapping
from typing import TypeVar

from caesura.corpus.corpus import Corpus, Entry
from caesura.corpus.facts import FACTS, query_facts
from caesura.foundation import InputError, one_of

Key = TypeVar("Key", bound=Hashable)


def split_corpus(corpus: Corpus, size: int, seed: int, keep: tuple[str, ...] = ("length",)) -> tuple[Corpus, Corpus]:
    """Queries drawn without replacement, and the rest; the shares of the named facts are kept (none: a plain draw), and so is the
    order. The thesis's corpus is split so into a training and a test set."""
    for fact in keep:
        one_of("fact", fact, FACTS)
    if not 1 <= size <= len(corpus):
        raise InputError(f"cannot draw {size} of {len(corpus)} queries", cure=f"draw 1 to {len(corpus)}")
    strata: defaultdict[tuple[str | None, ...], list[int]] = defaultdict(list)
    for place, entry in enumerate(corpus):
        strata[_stratum(entry, keep)].append(place)
    quota = largest_remainder({key: len(places) for key, places in strata.items()}, size)
    rng = random.Random(seed)
    sampled = {place for key, places in strata.items() for place in rng.sample(places, quota[key])}
    parts: tuple[list[Entry], list[Entry]] = ([], [])
    for place, entry in enumerate(corpus):
        parts[place not in sampled].append(entry)
    return corpus.restricted(parts[0]), corpus.restricted(parts[1])


def largest_remainder(weights: Mapping[Key, int], size: int) -> dict[Key, int]:
    """Share out `size` whole places in proportion to the weights; what rounding leaves goes to the largest remainders.

    Exact in whole numbers. Equal remainders: the larger weight first, then the order given.
    """
    total = sum(weights.values())
    if total == 0:
        raise InputError("nothing to divide by: all weights are 0")
    shares = {key: divmod(size * weight, total) for key, weight in weights.items()}
    quota = {key: whole for key, (whole, _) in shares.items()}
    by_remainder = sorted(weights, key=lambda key: (-shares[key][1], -weights[key]))
    for key in by_remainder[: size - sum(quota.values())]:
        quota[key] += 1
    return quota


def _stratum(entry: Entry, keep: tuple[str, ...]) -> tuple[str | None, ...]:
    facts = query_facts(entry)
    return tuple(facts.label(fact) for fact in keep)
