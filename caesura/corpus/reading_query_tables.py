"""Queries out of whatever file somebody has: CSV, TSV, XLSX, JSON lines, plain text, a zip file, or a corpus in a known format.

`read_query_table` makes a table of it and says how it was read. Nothing is guessed silently: a line that has separators is a row of
cells, never a query as it stands.
"""

from __future__ import annotations

import csv
import json
import zipfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from caesura.corpus.archives import unpacked
from caesura.corpus.query_table import QUERY_NAMES, QueryTable, plain_name
from caesura.corpus.spreadsheets import is_spreadsheet, sheet_rows
from caesura.corpus.storage import detect_format, read_counted
from caesura.corpus.text_encoding import decoded_text
from caesura.foundation import InputError, PathLike, open_bytes, original_cell

#: Separator -> how people call it; the order in which they are tried.
SEPARATORS = {"\t": "tab", ";": "semicolon", ",": "comma"}


def read_query_table(path: PathLike, *, separator: str | None = None, header: bool | None = None) -> QueryTable:
    """The file as a table. `separator` ("" for none) and `header` overrule what is found by looking."""
    try:
        with open_bytes(path) as stream:
            content = stream.read()
        if not content.strip():
            raise InputError("is empty", cure="choose a file with queries")
        table = _table(content, path, separator)
        return table if header is None else table.with_header(header)
    except InputError as error:
        raise error if error.file else error.at(path) from None


def _table(content: bytes, path: PathLike, separator: str | None) -> QueryTable:
    if content.startswith(b"PK\x03\x04"):
        return _packed(content)
    if content.startswith(b"PAR1"):
        return _corpus(content, Path("queries.parquet"))
    text, encoding = decoded_text(content)
    if text.lstrip()[:1] in ("{", "["):
        return _objects(text, encoding)
    if separator is None and encoding == "UTF-8" and (known := _known_format(content, path)) is not None:
        return known
    return _separated(text, encoding, separator, str(path).lower())


def _packed(content: bytes) -> QueryTable:
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            is_sheet = is_spreadsheet(archive)
    except zipfile.BadZipFile:
        raise InputError("the zip file cannot be read", cure="pack it again") from None
    if is_sheet:
        rows = sheet_rows(content)
        kept = [(number, tuple(row)) for number, row in enumerate(rows, start=1) if any(cell.strip() for cell in row)]
        return _with_rows("spreadsheet (first sheet)", "XLSX", kept)
    with TemporaryDirectory() as folder:
        packed = Path(folder, "queries.zip")
        packed.write_bytes(content)
        with unpacked(packed) as inside:
            if inside.is_file():
                return read_query_table(inside)
            return _from_corpus(inside, "zip file with a corpus")


def _corpus(content: bytes, name: Path) -> QueryTable:
    with TemporaryDirectory() as folder:
        path = Path(folder, name.name)
        path.write_bytes(content)
        return _from_corpus(path, "corpus")


def _from_corpus(path: Path, kind: str) -> QueryTable:
    corpus, _ = read_counted(path)
    rows = [("id", "query"), *((entry.query.id, entry.query.text) for entry in corpus)]
    return QueryTable(kind, "UTF-8", tuple(rows), tuple(range(len(rows))), header=True)


def _known_format(content: bytes, path: PathLike) -> QueryTable | None:
    """A corpus in a format of its own (bars, brackets, CoNLL-U, ...): its words are not what stands in the lines."""
    with TemporaryDirectory() as folder:
        copy = Path(folder, Path(str(path)).name or "queries")
        copy.write_bytes(content)
        try:
            name = detect_format(copy).name
        except InputError:
            return None
        if name in ("csv", "jsonl"):
            return None
        return replace(_from_corpus(copy, f"corpus in the format {name}"), encoding="UTF-8")


def _objects(text: str, encoding: str) -> QueryTable:
    """JSON lines, or one list of objects or texts. Values that are lists or objects are not columns."""
    objects: list[tuple[int, object]] = []
    if text.lstrip().startswith("["):
        try:
            listed = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InputError(f"not JSON ({error})", cure="write one object per line") from None
        objects = list(enumerate(listed, start=1))
    else:
        for number, line in enumerate(text.splitlines(), start=1):
            if line.strip():
                try:
                    objects.append((number, json.loads(line)))
                except (ValueError, RecursionError) as error:
                    raise InputError(f"not JSON ({error})", cure="write one object per line", line=number) from None
    plain = [(number, one if isinstance(one, dict) else {"query": one}) for number, one in objects]
    names = list(dict.fromkeys(str(key) for _, one in plain for key, value in one.items() if _is_plain(value)))
    if not names:
        raise InputError("the objects hold no texts", cure='write {"id": "1", "query": "..."} on each line')
    rows = [tuple("" if not _is_plain(one.get(name)) else _shown(one.get(name)) for name in names) for _, one in plain]
    kind = "JSON" if text.lstrip().startswith("[") else "JSON lines"
    return QueryTable(kind, encoding, (tuple(names), *rows), (0, *(number for number, _ in plain)), header=True)


def _is_plain(value: object) -> bool:
    return isinstance(value, str | int | float | bool)


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _separated(text: str, encoding: str, separator: str | None, name: str) -> QueryTable:
    delimiter = _separator(text, name) if separator is None else separator
    if delimiter:
        rows = _cells(text, delimiter)
        return _with_rows(f"table ({SEPARATORS.get(delimiter, delimiter)} between cells)", encoding, rows, delimiter)
    kept = [(number, (line,)) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    notes = []
    for mark, name in SEPARATORS.items():
        if holding := sum(mark in row[0] for _, row in kept):
            counted = "1 line holds" if holding == 1 else f"{holding:,} lines hold"
            notes.append(f"{counted} a {name}, not in the same number everywhere: each line was taken as one query")
    return replace(_with_rows("plain text, one query per line", encoding, kept), notes=tuple(notes))


def _separator(text: str, name: str) -> str:
    """The separator that every row has equally often, as a table's does; "" where there is none. A file that calls itself a
    table is one: where no separator reads it, it is broken."""
    named_table, broken = name.endswith((".csv", ".tsv")), None
    for mark in SEPARATORS:
        if mark not in text:
            continue
        try:
            widths = Counter(len(row) for _, row in _cells(text, mark))
        except InputError as error:
            broken = error
            continue
        if not widths:
            raise InputError("holds separators and nothing else", cure="choose a file with queries")
        width, rows = widths.most_common(1)[0]
        # A tab is never part of a query; commas and semicolons may be, so that all rows must have them.
        if width > 1 and (rows == widths.total() or (mark == "\t" and rows > widths.total() / 2)):
            return mark
        first = next(iter(_cells(text.splitlines()[0], mark)), (0, ()))[1]
        if len(first) > 1 and (_is_heading(first) or named_table):
            return mark
    if broken is not None and named_table:
        raise broken
    if "\t" in text:
        raise InputError("some lines have tabs and others have none", cure="write the same number of cells in every line")
    return ""


def _cells(text: str, mark: str) -> list[tuple[int, tuple[str, ...]]]:
    csv.field_size_limit(16 << 20)
    # Quotes mean something only where a cell begins with one: a lone inch mark inside is a character.
    reader = csv.reader(StringIO(text, newline=""), delimiter=mark, strict=mark != "\t")
    rows: list[tuple[int, tuple[str, ...]]] = []
    line = 1
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append((line, tuple(original_cell(cell) for cell in row)))
            line = reader.line_num + 1
    except csv.Error as error:
        raise InputError(f"broken CSV ({error})", cure="quote cells that hold quotes or line breaks", line=line) from None
    return rows


def _with_rows(kind: str, encoding: str, rows: Sequence[tuple[int, tuple[str, ...]]], separator: str = "") -> QueryTable:
    if not rows:
        raise InputError("is empty", cure="choose a file with queries")
    table = QueryTable(kind, encoding, tuple(row for _, row in rows), tuple(line for line, _ in rows), _has_header(rows), separator)
    odd = [line for line, row in rows if len(row) > len(rows[0][1])]
    if odd and separator:
        raise InputError(
            f"{len(rows[table.lines.index(odd[0])][1])} cells, the first line has {len(rows[0][1])}",
            cure="quote cells that hold the separator",
            line=odd[0],
        )
    return table


def _has_header(rows: Sequence[tuple[int, tuple[str, ...]]]) -> bool:
    """By a known name; or where no cell of the first row is like those below it: single words over numbers or phrases."""
    first = rows[0][1]
    if _is_heading(first):
        return True
    if len(rows) < 2 or len(first) < 2 or any(not cell.strip() or _is_number(cell) or len(cell.split()) > 2 for cell in first):
        return False
    below = [row for _, row in rows[1:200]]
    for place, cell in enumerate(first):
        column = [row[place] for row in below if place < len(row)]
        numbers = sum(map(_is_number, column))
        phrases = sum(len(other.split()) > 1 for other in column)
        if column and (numbers > 0.9 * len(column) or (len(cell.split()) == 1 and phrases > 0.9 * len(column))):
            return True
    return False


def _is_heading(cells: Sequence[str]) -> bool:
    names = {plain_name(cell) for cell in cells}
    return bool(names & set(QUERY_NAMES)) or (len(names) > 1 and bool(names & {"id", "query id", "qid"}))


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
