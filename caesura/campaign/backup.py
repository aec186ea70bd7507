"""A whole database as one file, and back: from SQLite to SQLite, to PostgreSQL, or the other way round.

The file is a zip archive with a line of JSON for every row, table by table, and a head that says from which form of the tables it
comes. What is read is one state of the database, while annotators work on. A backup holds workers' links and hashed passwords: keep
it as safe as the database.
"""

from __future__ import annotations

import base64
import json
import zipfile
from collections.abc import Iterator
from io import TextIOWrapper
from typing import Any

from sqlalchemy import ColumnElement, Connection, LargeBinary, Table, func, insert, select

from caesura.campaign.store import Store, Transaction, schema
from caesura.campaign.store.migrate import newest_form
from caesura.foundation import InputError, PathLike, written_bytes

_HEAD = "caesura-campaigns.json"
_KIND = "backup of campaigns"
_TOGETHER = 2_000


def write_backup(store: Store, path: PathLike) -> dict[str, int]:
    """Write everything but the sessions of browsers and rate limits; how many rows of each table is returned."""
    counts: dict[str, int] = {}
    with written_bytes(path) as stream, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        with store.reading() as connection:
            for table in _tables():
                counts[table.name] = write_table(archive, connection, table)
        head = {"kind": _KIND, "form": newest_form(), "rows": counts}
        archive.writestr(_HEAD, json.dumps(head))
    return counts


def restore_backup(store: Store, path: PathLike) -> dict[str, int]:
    """Put a backup into a database that holds nothing yet; all of it or nothing."""
    try:
        with zipfile.ZipFile(path) as archive:
            head = json.loads(archive.read(_HEAD))
            if head.get("kind") != _KIND:
                raise KeyError(_HEAD)
            if head["form"] != newest_form():
                raise InputError(
                    f"the backup has another version of the tables ({head['form']}, here {newest_form()})",
                    cure="restore it with the version of Caesura that wrote it, and open that database with this one",
                    file=path,
                )
            problem = store.run(lambda transaction: _restored(transaction, archive))
    except (zipfile.BadZipFile, KeyError, ValueError, EOFError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError("is not a backup of campaigns", cure="choose a file of caesura campaign backup", file=path) from None
    except FileNotFoundError:
        raise InputError("no such file or folder", cure="check the path", file=path) from None
    if problem is not None:
        raise InputError(problem, cure="restore into a new database", file=path)
    counts: dict[str, int] = head["rows"]
    return counts


def _tables() -> list[Table]:
    """In an order in which each table comes after those it names."""
    return [table for table in schema.metadata.sorted_tables if table.name not in ("sessions", "limits")]


def write_table(archive: zipfile.ZipFile, connection: Connection, table: Table, *of: ColumnElement[bool]) -> int:
    """The rows of a table, all or those `of` names, as one member of the archive; how many there are."""
    binary = _binary(table)
    query = select(table).where(*of).order_by(*table.primary_key.columns)
    number = 0
    with archive.open(f"{table.name}.jsonl", "w", force_zip64=True) as packed:
        for row in connection.execution_options(stream_results=True, yield_per=_TOGETHER).execute(query).mappings():
            values = {name: base64.b64encode(value).decode() if name in binary else value for name, value in row.items()}
            packed.write(json.dumps(values, ensure_ascii=False).encode() + b"\n")
            number += 1
    return number


def read_table(archive: zipfile.ZipFile, table: Table) -> Iterator[list[dict[str, Any]]]:
    """The rows of that member again, some thousands at a time."""
    binary = _binary(table)
    waiting: list[dict[str, Any]] = []
    with archive.open(f"{table.name}.jsonl") as packed:
        for line in TextIOWrapper(packed, encoding="utf-8", newline="\n"):
            values = json.loads(line)
            waiting.append({name: base64.b64decode(value) if name in binary else value for name, value in values.items()})
            if len(waiting) == _TOGETHER:
                yield waiting
                waiting = []
    if waiting:
        yield waiting


def _binary(table: Table) -> set[str]:
    return {column.name for column in table.c if isinstance(column.type, LargeBinary)}


def _restored(transaction: Transaction, archive: zipfile.ZipFile) -> str | None:
    connection = transaction.connection
    if connection.execute(select(func.count()).select_from(schema.owners)).scalar_one():
        return "the database is not empty"
    for table in _tables():
        for rows in read_table(archive, table):
            connection.execute(insert(table), rows)
        if connection.dialect.name == "postgresql" and "id" in table.c:
            # Numbers go on after the ones that were restored.
            sequence = func.pg_get_serial_sequence(table.name, "id")
            connection.execute(select(func.setval(sequence, func.coalesce(func.max(table.c.id), 1))))
    return None
