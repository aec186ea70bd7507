"""Files read in blocks of whole lines: the unit in which sources are parsed, hashed and resumed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from caesura.foundation import InputError, open_bytes
from caesura.lexicon.protocol import LONGEST_COUNTED
from caesura.lexicon.records import TITLE_KIND, Numbers, Records, Small
from caesura.shapes import fold

#: Large enough that numpy pays, small enough that its records stay in tens of megabytes.
BLOCK_BYTES = 1 << 20

TOO_LONG = f"more than {LONGEST_COUNTED} words"


@dataclass(frozen=True, slots=True)
class LineBlock:
    """Whole lines of a file, the number of the first, and how far into the (unpacked) file the block reaches."""

    data: bytes
    line: int
    end: int
    path: Path

    @property
    def lines(self) -> int:
        return self.data.count(b"\n") + (not self.data.endswith(b"\n"))

    def wrong(self, problem: str, index: int, cure: str) -> InputError:
        """An error about the block's line `index` (from 0)."""
        return InputError(problem, cure=cure, file=self.path, line=self.line + index)

    def texts(self) -> list[str]:
        """The lines without their ends, decoded."""
        try:
            text = self.data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise self.not_utf8(error.start) from error
        lines = text.split("\n")
        return [line.removesuffix("\r") for line in (lines[:-1] if not lines[-1] else lines)]

    def not_utf8(self, at: int) -> InputError:
        index = self.data.count(b"\n", 0, at)
        column = at - (self.data.rfind(b"\n", 0, at) + 1)
        return self.wrong(f"byte {column + 1} of the line is not UTF-8", index, "convert the file to UTF-8")


@dataclass
class Batch:
    """Records of one block, and what was left out of it."""

    records: Records
    skipped: Counter[str] = field(default_factory=Counter)


def blocks(path: Path, *, start: int = 0, line: int = 1, size: int = BLOCK_BYTES) -> Iterator[LineBlock]:
    """The file from byte `start` (of its unpacked text), which begins line `line`; it is decompressed on the way."""
    with open_bytes(path) as stream:
        rest = b""
        end = start
        try:
            if start:
                stream.seek(start)
            while piece := stream.read(size):
                cut = piece.rfind(b"\n") + 1
                if not cut:
                    rest += piece
                    continue
                data = rest + piece[:cut]
                rest = piece[cut:]
                end += len(data)
                block = LineBlock(data, line, end, path)
                line += block.lines
                yield block
        except OSError as error:
            raise InputError(f"cannot be read to its end ({error})", cure="is the file complete?", file=path, line=line) from error
        if rest:
            yield LineBlock(rest, line, end + len(rest), path)


def folded_lines(block: LineBlock, *, whole: bool = False) -> bytes:
    """The block with its first column folded, or with `whole` all of each line (numbers have no case to lose)."""
    if block.data.isascii():
        return block.data.lower()
    lines = block.data.split(b"\n")
    at = 0
    for index, line in enumerate(lines):
        if line.isascii():
            lines[index] = line.lower()
        else:
            try:
                text = line.decode("utf-8")
            except UnicodeDecodeError as error:
                raise block.not_utf8(at + error.start) from error
            ngram, tab, numbers = (text, "", "") if whole else text.partition("\t")
            lines[index] = (folded_text(ngram) + tab + numbers).encode()
        at += len(line) + 1
    return b"\n".join(lines)


def folded_text(text: str) -> str:
    """Words folded, one space between them."""
    return " ".join(text.lower().split() if text.isascii() else map(fold, text.split()))


def counted(first: Numbers, second: Numbers, words: Small, counts: Numbers, skipped: Counter[str]) -> Batch:
    """Records of n-grams with counts; those too long for a count, and counts of 0, are left out."""
    records = Records(first, second, counts, words)
    long = int((words > LONGEST_COUNTED).sum())
    zero = int((counts == 0).sum())
    if long or zero:
        skipped[TOO_LONG] += long
        skipped["count 0"] += zero
        records = records.picked((words <= LONGEST_COUNTED) & (counts > 0))
    return Batch(records, +skipped)


def titled(first: Numbers, second: Numbers, words: Small) -> Records:
    """Records of titles."""
    return Records(first, second, np.zeros(len(first), np.uint64), words | np.uint8(TITLE_KIND))
