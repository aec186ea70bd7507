"""Questions and paragraphs from a table (CSV, TSV or JSONL), for judgements."""

from __future__ import annotations

from caesura.campaign.platforms.rows import read_rows
from caesura.campaign.values import Item, Role
from caesura.foundation import InputError, PathLike

_COLUMNS = ("id", "question", "paragraph")


def read_judgements(path: PathLike, role: Role = Role.ORDINARY) -> list[Item]:
    """Rows of id, question and paragraph; tests and practice have the columns `answer` (1 or 0) and perhaps `explanation`."""
    header, rows = read_rows(path)
    needed = _COLUMNS if role is Role.ORDINARY else (*_COLUMNS, "answer")
    missing = [name for name in needed if name not in header]
    if missing:
        raise InputError(f"no column '{missing[0]}'", cure=f"the first line names {', '.join(needed)}", file=path, line=1)
    items = []
    for line, row in rows:
        if empty := [name for name in needed if not row.get(name)]:
            raise InputError(f"no {empty[0]}", cure="fill it in, or quote cells with commas", file=path, line=line)
        accepted = () if role is Role.ORDINARY else (row["answer"],)
        items.append(Item(row["id"], row["question"], role, row["paragraph"], accepted, row.get("explanation", "")))
    return items
