"""Which files hold the documents, and which format each is in."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path

from caesura.foundation import (
    Advance,
    InputError,
    InputFile,
    PathLike,
    Registry,
    existing,
    is_stdin,
    peeked,
    unwatched,
    without_compression,
)
from caesura.retrieval.documents import delimited, jsonl, trec, trec_web, warc
from caesura.retrieval.documents.document import Document, DocumentFormat

#: Recognised in this order.
DOCUMENT_FORMATS: Registry[DocumentFormat] = Registry.of(
    "format of documents", jsonl.FORMAT, warc.FORMAT, trec_web.FORMAT, trec.FORMAT, delimited.CSV, delimited.TSV
)

#: A folder with one of these is a collection: BEIR's, or ours.
_COLLECTIONS = ("corpus.jsonl", "docs.jsonl")
_LOOK = 4096
#: The format is found by the content.
AUTO = "auto"


def document_files(source: PathLike) -> list[Path]:
    """The files to read: a file itself, a BEIR folder's corpus, or every file of any other folder."""
    if is_stdin(source):
        return [Path(source)]
    folder = existing(source)
    if not folder.is_dir():
        return [folder]
    for name in _COLLECTIONS:
        # The plain file sorts before a compressed one.
        if whole := sorted(file for file in folder.glob(f"{name}*") if file.is_file() and without_compression(file.name) == name):
            return whole[:1]
    files = sorted(file for file in folder.rglob("*") if file.is_file() and not file.name.startswith("."))
    if not files:
        raise InputError("a folder without files", cure="name documents: JSONL, TREC, WARC, CSV, TSV or a BEIR folder", file=source)
    return files


def read_documents(source: PathLike, format: str = AUTO, advance: Advance = unwatched) -> Iterator[Document]:
    """All documents of a file or folder, in the order of the files' names; `-` is stdin."""
    if format != AUTO:
        format = DOCUMENT_FORMATS[format].name
    for file in document_files(source):
        with peeked(file) as opened:
            yield from (_format_of(opened) if format == AUTO else DOCUMENT_FORMATS[format]).read(opened, advance)


def _format_of(file: InputFile) -> DocumentFormat:
    start = file.head(_LOOK).removeprefix(BOM_UTF8).lstrip()
    name = without_compression(file.name)
    for format in DOCUMENT_FORMATS.values():
        if format.looks_like(start, name):
            return format
    cure = f"name it with --documents-format, one of {', '.join(DOCUMENT_FORMATS)}"
    raise InputError(f"no {DOCUMENT_FORMATS.kind} fits", cure=cure, file=file)
