"""How right cue-made segmentations are, on queries that someone segmented by hand (the paper's sample of 100 had F1 64.5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from caesura.errors import InputError
from caesura.files import PathLike, lines
from caesura.shapes import Flat, Words, parse_pipe
from caesura.syntax.cues import CueSegmented


@dataclass
class CheckedCues:
    """Adds up segments, pooled over queries; each checked query counts once."""

    wanted: dict[Words, Flat]
    seen: set[Words] = field(default_factory=set)
    right: int = 0
    found: int = 0
    gold: int = 0
    same: int = 0

    @classmethod
    def read(cls, path: PathLike) -> CheckedCues:
        wanted: dict[Words, Flat] = {}
        for number, line in lines(path):
            if line.strip():
                try:
                    words, flat = parse_pipe(line)
                except InputError as error:
                    raise error.at(path, number) from error
                wanted[words] = flat
        if not wanted:
            raise InputError("holds no query", cure="write one a line, as a|b c", file=path)
        return cls(wanted)

    def add(self, segmented: CueSegmented) -> None:
        flat = self.wanted.get(segmented.words)
        if flat is None or segmented.words in self.seen:
            return
        self.seen.add(segmented.words)
        gold, found = set(flat.spans), set(segmented.flat.spans)
        self.right += len(gold & found)
        self.found += len(found)
        self.gold += len(gold)
        self.same += gold == found

    def as_json(self) -> dict[str, Any]:
        return {
            "queries": len(self.wanted),
            "met": len(self.seen),
            "same": self.same,
            "segment_precision": Fraction(self.right, self.found) if self.found else None,
            "segment_recall": Fraction(self.right, self.gold) if self.gold else None,
            "segment_f1": Fraction(2 * self.right, self.found + self.gold) if self.gold else None,
        }
