"""Rows of a table, CSV, TSV or JSONL, as texts by column, with their lines; and what platforms say about an assignment."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping

from caesura.foundation import InputError, PathLike, csv_rows, lines, peeked

Row = Mapping[str, str]

_LOOKED_AT = 4096


def read_rows(path: PathLike) -> tuple[list[str], list[tuple[int, Row]]]:
    """The columns' names and the rows with their lines. JSONL is recognised by its first character."""
    with peeked(path) as file:
        if file.head(_LOOKED_AT).removeprefix(BOM_UTF8).lstrip().startswith(b"{"):
            return _objects(file)
        cells = csv_rows(file)
        _, header = next(cells, (1, []))
        if not header:
            raise InputError("is empty", cure="give a table with a header", file=path)
        names = [name.strip() for name in header]
        if twice := [name for name in names if names.count(name) > 1]:
            raise InputError(f"the header names '{twice[0]}' twice", cure="name each column once", file=path, line=1)
        return names, list(_by_column(names, cells, path))


def _by_column(names: list[str], cells: Iterator[tuple[int, list[str]]], path: PathLike) -> Iterator[tuple[int, Row]]:
    for line, row in cells:
        if len(row) > len(names):
            raise InputError(
                f"{len(row)} fields, the header has {len(names)}", cure="quote fields with commas", file=path, line=line
            )
        # Mechanical Turk's own files leave the last, empty cells out.
        yield line, dict(zip(names, row + [""] * (len(names) - len(row)), strict=True))


def _objects(path: PathLike) -> tuple[list[str], list[tuple[int, Row]]]:
    names: dict[str, None] = {}
    rows: list[tuple[int, Row]] = []
    for number, line in lines(path):
        if not line.strip():
            continue
        try:
            values = json.loads(line.removeprefix("\ufeff"))
        except ValueError as error:
            raise InputError(f"not JSON ({error})", cure="write one object per line", file=path, line=number) from None
        if not isinstance(values, dict) or not all(isinstance(value, str | int | float | None) for value in values.values()):
            raise InputError("not an object of plain values", cure="write texts and numbers only", file=path, line=number)
        names |= dict.fromkeys(values)
        rows.append((number, {name: "" if value is None else str(value) for name, value in values.items()}))
    return list(names), rows


def is_rejected(row: Row) -> bool:
    """By the platform's status, or by a reason in the requester's column `Reject`."""
    return row.get("AssignmentStatus", "").strip().lower() == "rejected" or bool(row.get("Reject", "").strip())


def worker_of(row: Row, line: int, column: str = "WorkerId") -> str:
    """Who it was. Each assignment without a name counts as another person."""
    assignment = row.get("AssignmentId", "").strip() or f"line {line}"
    return row.get(column, "").strip() or f"anonymous {assignment}"


def seconds_of(row: Row, path: PathLike, line: int, column: str = "WorkTimeInSeconds") -> float | None:
    """How long the whole row took, where the table says so."""
    text = row.get(column, "").strip()
    if not text:
        return None
    from caesura.labels import read_seconds  # with numpy, which most tables do without

    return read_seconds(text, path, line)
