"""How right segmentations by cues are, on queries segmented by hand (the paper's sample of 100 had F1 64.5).

Queries of others must not be passed on, so a checked query may also be written as the hash of its words and the lengths of its
segments (`0f3a...<TAB>2 1`): whoever has the same pairs gets the same figures. Real and synthetic pairs are counted apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from typing import Any

from caesura.foundation import InputError, PathLike, lines
from caesura.shapes import Flat, parse_pipe
from caesura.syntax.cues.segmentation import CueSegmentation


def hashed_query(words: Sequence[str]) -> str:
    """What stands for a query whose words are not given."""
    return sha256(" ".join(words).encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass
class SegmentCounts:
    """Segments of one kind of pairs, pooled over queries."""

    met: int = 0
    same: int = 0
    right: int = 0
    predicted: int = 0
    gold: int = 0

    def add(self, gold: Flat, predicted: Flat) -> None:
        wanted, given = set(gold.spans), set(predicted.spans)
        self.met += 1
        self.same += wanted == given
        self.right += len(wanted & given)
        self.predicted += len(given)
        self.gold += len(wanted)

    def as_json(self) -> dict[str, Any]:
        return {
            "met": self.met,
            "same": self.same,
            "segment_precision": Fraction(self.right, self.predicted) if self.predicted else None,
            "segment_recall": Fraction(self.right, self.gold) if self.gold else None,
            "segment_f1": Fraction(2 * self.right, self.predicted + self.gold) if self.gold else None,
        }


@dataclass
class CheckedSample:
    """Checked queries by their hash; each counts once, with the kind of pair it was first met in."""

    wanted: dict[str, Flat]
    seen: set[str] = field(default_factory=set)
    tallies: dict[str, SegmentCounts] = field(default_factory=lambda: {"real": SegmentCounts(), "synthetic": SegmentCounts()})

    @classmethod
    def read(cls, path: PathLike) -> CheckedSample:
        wanted: dict[str, Flat] = {}
        for number, line in lines(path):
            if line.strip():
                try:
                    key, flat = _checked(line)
                except InputError as error:
                    raise error.at(path, number) from error
                wanted[key] = flat
        if not wanted:
            raise InputError("holds no query", cure="write one per line, as a|b c", file=path)
        return cls(wanted)

    def add(self, segmented: CueSegmentation, kind: str) -> None:
        key = hashed_query(segmented.words)
        flat = self.wanted.get(key)
        if flat is None or key in self.seen:
            return
        if flat.size != len(segmented.words):
            raise InputError(f"a checked query of {flat.size} words is one of {len(segmented.words)}", cure=f"look for {key}")
        self.seen.add(key)
        self.tallies[kind].add(flat, segmented.flat)

    def as_json(self) -> dict[str, Any]:
        return {"queries": len(self.wanted), **{kind: tally.as_json() for kind, tally in self.tallies.items()}}


def _checked(line: str) -> tuple[str, Flat]:
    key, tab, rest = line.partition("\t")
    if not tab:
        words, flat = parse_pipe(line)
        return hashed_query(words), flat
    lengths = rest.split()
    if not lengths or not all(length.isdecimal() and int(length) for length in lengths):
        raise InputError(f"'{rest}' are not lengths of segments", cure="write hash<TAB>2 1, or the query as a b|c")
    return key, Flat.from_lengths([int(length) for length in lengths])
