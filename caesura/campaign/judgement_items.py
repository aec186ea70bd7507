"""Questions and paragraphs from a CSV file, for judgements."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from caesura.campaign.values import Item, Role
from caesura.foundation import InputError, PathLike, lines

_COLUMNS = ("id", "question", "paragraph")


def read_judgements(path: PathLike, role: Role = Role.ORDINARY) -> list[Item]:
    """Rows of id, question and paragraph; tests and training have the columns `answer` (1 or 0) and perhaps `explanation`."""
    reader = csv.DictReader(_texts(path))
    needed = _COLUMNS if role is Role.ORDINARY else (*_COLUMNS, "answer")
    missing = [name for name in needed if name not in (reader.fieldnames or ())]
    if missing:
        raise InputError(f"no column '{missing[0]}'", cure=f"the first line names {', '.join(needed)}", file=path, line=1)
    found = []
    for row in reader:
        if None in row or None in row.values():
            raise InputError(
                "more or fewer cells than the first line has", cure="quote cells with commas", file=path, line=reader.line_num
            )
        accepted = () if role is Role.ORDINARY else (row["answer"],)
        found.append(Item(row["id"], row["question"], role, row["paragraph"], accepted, row.get("explanation", "")))
    return found


def _texts(path: PathLike) -> Iterator[str]:
    for _, line in lines(path):
        yield line + "\n"
