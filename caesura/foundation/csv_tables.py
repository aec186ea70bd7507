"""CSV that a spreadsheet reads as text and not as commands, and that comes back as it went in.

A spreadsheet runs a cell that begins with one of `= + - @` (or a tab, a line break, or their wide forms) as a formula, and what
people send may begin with anything. Such cells get an apostrophe in front, which spreadsheets hide. So that it can be taken off
again without doubt, a cell that has apostrophes before such a character gets one more; reading takes off exactly one.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from typing import IO

_MARKS = "=+\\-@\t\r\n＝＋－＠"
_FORMULA = re.compile(f"'*[{_MARKS}]")
_PROTECTED = re.compile(f"'+[{_MARKS}]")


def protected_cell(cell: object) -> object:
    """Numbers are numbers; text that would be a formula is text."""
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def plain_cell(cell: object) -> object:
    """For files that are not meant for spreadsheets: text stays as it is, unless `original_cell` would change it."""
    return f"'{cell}" if isinstance(cell, str) and _PROTECTED.match(cell) else cell


def original_cell(cell: str) -> str:
    """What a cell was before it was written."""
    return cell[1:] if _PROTECTED.match(cell) else cell


def write_csv(stream: IO[str], header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table of protected cells; None is an empty cell."""
    # Lines end as RFC 4180 has it: only then does Python quote a lone carriage return inside a cell.
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([["" if cell is None else protected_cell(cell) for cell in row] for row in rows])
