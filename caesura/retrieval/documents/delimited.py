"""CSV and TSV: columns named in the first line (`id,title,text`, in any order), or, without names, id, text or id, title, text.

CSV is quoted as usual. In TSV a quote is a sign like any other, as in the files of MS MARCO.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Sequence

from caesura.foundation import Advance, InputError, PathLike, lines, unwatched
from caesura.retrieval.documents.document import ID_NAMES, TEXT_NAMES, TITLE_NAMES, Document, DocumentFormat, document

_CURE = "name the columns in the first line: id, title, text"


def read_csv(path: PathLike, advance: Advance = unwatched) -> Iterator[Document]:
    csv.field_size_limit(sys.maxsize)
    started = 0

    def counted() -> Iterator[str]:
        nonlocal started
        for number, line in lines(path, advance=advance):
            started = number
            yield line + "\n"

    return _documents(((started, row) for row in csv.reader(counted(), strict=True)), path)


def read_tsv(path: PathLike, advance: Advance = unwatched) -> Iterator[Document]:
    return _documents(((number, line.split("\t")) for number, line in lines(path, advance=advance) if line.strip()), path)


def _documents(rows: Iterator[tuple[int, list[str]]], path: PathLike) -> Iterator[Document]:
    columns: tuple[int, int | None, int | None] | None = None
    width = line = 0
    try:
        for line, row in rows:
            if not any(map(str.strip, row)):
                continue
            if columns is None:
                columns, width = _named(row), len(row)
                if columns is not None:
                    continue
                columns = _unnamed(row, path, line)
            if len(row) != width:
                raise InputError(f"{len(row)} columns where there were {width}", cure=_CURE, file=path, line=line)
            title, text = ("" if column is None else row[column] for column in columns[1:])
            yield document(row[columns[0]], title, text, path, line)
    except csv.Error as error:
        raise InputError(f"is not CSV ({error})", cure="is every quote closed?", file=path, line=line + 1) from None


def _named(row: Sequence[str]) -> tuple[int, int | None, int | None] | None:
    names = [name.strip().lower() for name in row]
    columns = [
        next((names.index(name) for name in wanted if name in names), None) for wanted in (ID_NAMES, TITLE_NAMES, TEXT_NAMES)
    ]
    if columns[0] is None or (columns[1] is None and columns[2] is None):
        return None
    return columns[0], columns[1], columns[2]


def _unnamed(row: Sequence[str], path: PathLike, line: int) -> tuple[int, int | None, int | None]:
    if len(row) == 2:
        return 0, None, 1
    if len(row) == 3:
        return 0, 1, 2
    raise InputError(f"{len(row)} columns without names", cure=_CURE, file=path, line=line)


def _has_a_tab(start: bytes, name: str) -> bool:
    return name.endswith(".tsv") or b"\t" in start.split(b"\n", 1)[0]


CSV = DocumentFormat("csv", "columns with commas, named in the first line", lambda _, name: name.endswith(".csv"), read_csv)
TSV = DocumentFormat("tsv", "columns with tabs, as in MS MARCO", _has_a_tab, read_tsv)
