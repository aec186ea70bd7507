"""CSV that a spreadsheet reads as text and not as commands.

A cell that begins with one of these characters is run as a formula by spreadsheets, and what annotators send may begin with
anything. Such cells get an apostrophe in front, which spreadsheets hide.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from typing import IO

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def harmless(cell: object) -> object:
    """Numbers are numbers; text that would be a formula is text."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def write_csv(stream: IO[str], header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    # Lines end as RFC 4180 has it: only then does Python quote a lone carriage return inside a cell.
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([["" if cell is None else harmless(cell) for cell in row] for row in rows])
