"""Invented queries of one's own kind: annotated ones in which some segments are swapped with others of the same type.

A log of the web has few queries of a shop. A teacher that learned from annotated queries of the shop labels these as well, so that
the student sees more of what it will be asked; their own segments are not taken for the truth.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

#: How likely a segment is to be swapped, and how long an invented query may be.
_SWAPPED = 0.6
_SHORTEST, _LONGEST = 2, 10

#: Of the invented queries, this many in a row may be known already before there are no new ones.
_PATIENCE = 1000


@dataclass(frozen=True)
class TypedQuery:
    """A query as segments, each with the name of its type."""

    segments: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def text(self) -> str:
        return " ".join(word for _, words in self.segments for word in words)


def typed_queries(path: Path) -> list[TypedQuery]:
    """Lines of four columns: an id, the query, its segments and a tag for each word (`B-color`, `I-color`, `O`)."""
    queries = []
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            _, text, _, tags = line.rstrip("\n").split("\t")
            segments: list[tuple[str, list[str]]] = []
            for word, tag in zip(text.split(), tags.split(), strict=True):
                if tag.startswith("I-") and segments:
                    segments[-1][1].append(word)
                else:
                    segments.append((tag.removeprefix("B-"), [word]))
            queries.append(TypedQuery(tuple((kind, tuple(words)) for kind, words in segments)))
    return queries


def recombined(queries: Sequence[TypedQuery], count: int, left_out: Iterable[str], seed: int) -> list[str]:
    """So many different queries, none of which is given or left out; fewer where there are not that many."""
    draw = random.Random(seed)
    of_type: dict[str, list[tuple[str, ...]]] = {}
    for query in queries:
        for kind, segment in query.segments:
            of_type.setdefault(kind, []).append(segment)
    seen = {query.text for query in queries} | set(left_out)
    invented: list[str] = []
    repeated = 0
    while queries and len(invented) < count and repeated < _PATIENCE:
        words: list[str] = []
        for kind, own in draw.choice(queries).segments:
            words += draw.choice(of_type[kind]) if draw.random() < _SWAPPED else own
        text = " ".join(words)
        repeated += 1
        if text not in seen and _SHORTEST <= len(words) <= _LONGEST:
            seen.add(text)
            invented.append(text)
            repeated = 0
    return invented
