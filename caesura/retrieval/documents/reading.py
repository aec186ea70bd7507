"""Which files hold the documents, and which format each is in."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from pathlib import Path

from caesura.foundation import (
    Advance,
    InputError,
    InputFile,
    PathLike,
    existing,
    is_stdin,
    one_of,
    peeked,
    unwatched,
    without_compression,
)
from caesura.retrieval.documents import delimited, jsonl, trec
from caesura.retrieval.documents.document import Document

Reader = Callable[[PathLike, Advance], Iterator[Document]]

FORMATS: dict[str, Reader] = {
    "jsonl": jsonl.read,
    "trec": trec.read,
    "csv": delimited.read_csv,
    "tsv": delimited.read_tsv,
}

#: A folder with one of these is a collection: BEIR's, or ours.
_COLLECTIONS = ("corpus.jsonl", "docs.jsonl")
_LOOK = 4096


def document_files(source: PathLike) -> list[Path]:
    """The files to read: a file itself, a BEIR folder's corpus, or every file of any other folder."""
    if is_stdin(source):
        return [Path(source)]
    found = existing(source)
    if not found.is_dir():
        return [found]
    for name in _COLLECTIONS:
        # The plain file sorts before a compressed one.
        if whole := sorted(file for file in found.glob(f"{name}*") if file.is_file() and without_compression(file.name) == name):
            return whole[:1]
    files = sorted(file for file in found.rglob("*") if file.is_file() and not file.name.startswith("."))
    if not files:
        raise InputError("a folder without files", cure="name documents: JSONL, TREC, CSV, TSV or a BEIR folder", file=source)
    return files


def read_documents(source: PathLike, format: str = "auto", advance: Advance = unwatched) -> Iterator[Document]:
    """All documents of a file or folder, in the order of the files' names; `-` is stdin."""
    one_of("format of documents", format, ("auto", *FORMATS))
    for file in document_files(source):
        with peeked(file) as opened:
            yield from FORMATS[format if format != "auto" else _format_of(opened)](opened, advance)


def _format_of(file: InputFile) -> str:
    start = file.head(_LOOK).removeprefix(BOM_UTF8).lstrip()
    if start.startswith(b"{"):
        return "jsonl"
    if start.startswith(b"<"):
        return "trec"
    name = without_compression(file.name)
    first = start.split(b"\n", 1)[0]
    if name.endswith(".csv"):
        return "csv"
    if name.endswith(".tsv") or b"\t" in first:
        return "tsv"
    if not start:
        return "jsonl"  # an empty file has no documents in any format
    raise InputError(
        "documents in a form we do not know", cure="name it with --documents-format jsonl, trec, csv or tsv", file=file
    )
