"""Draws distinct queries from a stream of lines so that lengths keep their shares and frequent queries stay likelier.

Hagen et al. 2011 drew lines at random and skipped a query that they had already. Exactly that happens here in one pass:
every line gets a random key, all lines are thought of as sorted by key, and a query stands where its first line stands, at the
smallest of its keys. So only the queries with the smallest keys must be kept, never the log.

Lengths are strata. Each gets its share of the n queries by its share of the lines (largest remainder; equal remainders go to
the length with more lines, then to the shorter). A stratum with too few distinct queries is reported and not filled from others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from random import Random

from caesura.corpus.log_groups import same_query
from caesura.corpus.sampling import largest_remainder
from caesura.foundation import InputError


@dataclass(frozen=True, slots=True)
class Stratum:
    """One length: lines that had it, queries wanted of it, queries found."""

    length: int
    lines: int
    wanted: int
    drawn: int


@dataclass(frozen=True, slots=True)
class Draw:
    """The queries in the random order of their keys, and what happened in each stratum."""

    queries: tuple[str, ...]
    strata: tuple[Stratum, ...]

    @property
    def short(self) -> tuple[Stratum, ...]:
        """The strata in which there were fewer distinct queries than wanted."""
        return tuple(stratum for stratum in self.strata if stratum.drawn < stratum.wanted)


class SmallestKeys:
    """The `size` distinct texts with the smallest keys seen so far, in memory for twice as many."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._found: dict[str, tuple[float, str]] = {}
        self._limit = 1.0  # keys are below 1

    def add(self, key: float, text: str) -> None:
        """A key at or over the limit can never be among the smallest: this many distinct texts are below it already."""
        if key >= self._limit:
            return
        name = same_query(text)
        known = self._found.get(name)
        if known is None or key < known[0]:
            self._found[name] = (key, text)
            if len(self._found) > 2 * self._size:
                self._forget()

    def smallest(self, count: int) -> list[tuple[float, str]]:
        return sorted(self._found.values())[:count]

    def _forget(self) -> None:
        kept = sorted(self._found.items(), key=lambda item: item[1])[: self._size]
        self._limit = kept[-1][1][0]
        self._found = dict(kept)


def draw_queries(queries: Iterable[str], count: int, *, seed: int, by_line: bool = True) -> Draw:
    """`count` distinct queries of a stream of lines' queries: lines are drawn, so that frequent queries are likelier, or
    (`by_line` False) distinct queries are, each as likely as any other, and lengths keep their shares among those."""
    if count < 1:
        raise InputError(f"{count} queries cannot be drawn", cure="ask for one or more")
    key = Random(seed).random
    lines: Counter[int] = Counter()
    strata: dict[int, SmallestKeys] = {}
    for query in queries if by_line else _distinct(queries):
        length = len(query.split())
        lines[length] += 1
        if length not in strata:
            strata[length] = SmallestKeys(count)
        strata[length].add(key(), query)
    wanted = largest_remainder(dict(sorted(lines.items())), count) if lines else {}
    drawn = {length: strata[length].smallest(wanted[length]) for length in sorted(strata)}
    return Draw(
        tuple(" ".join(text.split()) for _, text in sorted(pair for of_length in drawn.values() for pair in of_length)),
        tuple(Stratum(length, lines[length], wanted[length], len(of_length)) for length, of_length in drawn.items()),
    )


def _distinct(queries: Iterable[str]) -> Iterator[str]:
    """Each query once, where it comes first. What stands for it in memory are 16 bytes of its checksum."""
    seen: set[bytes] = set()
    for query in queries:
        name = blake2b(same_query(query).encode("utf-8", "surrogatepass"), digest_size=16).digest()
        if name not in seen:
            seen.add(name)
            yield query
