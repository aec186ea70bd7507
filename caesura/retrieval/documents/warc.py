"""WARC files of web pages, as in ClueWeb09, ClueWeb12 and Common Crawl, whole or compressed record by record.

A page's id is its `WARC-TREC-ID`, else its address. Responses have an HTTP header before the page; `conversion` and `resource`
records have none. What is not text (by its type) is passed over, and so are requests and notes about the crawl. One record is held
at a time. Some lengths in ClueWeb09 are wrong by a few bytes: reading goes on at the next line that begins a record.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Mapping
from typing import IO

from caesura.foundation import Advance, InputError, PathLike, open_bytes, unwatched
from caesura.retrieval.documents.document import Document, DocumentFormat, document
from caesura.retrieval.documents.html_text import page_decoded, page_text

_BEGINS = b"WARC/"
_PAGES = ("response", "resource", "conversion")
_TEXT_TYPES = ("text/html", "application/xhtml+xml", "text/plain")


def read(path: PathLike, advance: Advance = unwatched) -> Iterator[Document]:
    with open_bytes(path) as stream:
        for line, header, content in _records(stream, path, advance):
            if header.get("warc-type") not in _PAGES:
                continue
            page = _page(header, content)
            if page is None:
                continue
            title, text = page
            name = header.get("warc-trec-id") or header.get("warc-target-uri") or header.get("warc-record-id", "")
            yield document(name.strip("<>"), title, text, path, line)


def _records(stream: IO[bytes], path: PathLike, advance: Advance) -> Iterator[tuple[int, Mapping[str, str], bytes]]:
    """The line at which each record begins, its header with names in lower case, and its content."""
    number = 0
    while line := stream.readline():
        number += 1
        advance(len(line))
        if not line.startswith(_BEGINS):  # the blank lines behind a record, or what a wrong length left of it
            continue
        began, header = number, {}
        while (line := stream.readline()).strip():
            number += 1
            advance(len(line))
            name, _, value = line.decode("utf-8", "replace").partition(":")
            header[name.strip().lower()] = value.strip()
        number += 1
        length = header.get("content-length", "")
        if not length.isdecimal():
            raise InputError("a record without Content-Length", cure="is the file complete?", file=path, line=began)
        content = stream.read(int(length))
        if len(content) < int(length):
            raise InputError("the last record is cut short", cure="is the file complete?", file=path, line=began)
        advance(len(content))
        number += content.count(b"\n")
        yield began, header, content


def _page(header: Mapping[str, str], content: bytes) -> tuple[str, str] | None:
    """Title and text, None where the record holds no text."""
    http, kind = b"", header.get("content-type", "")
    if header["warc-type"] == "response":
        http, content = _split(content)
        fields = dict(_fields(http))
        kind = fields.get("content-type", "text/html")
        if "chunked" in fields.get("transfer-encoding", ""):
            content = _unchunked(content)
        content = _uncompressed(content, fields.get("content-encoding", ""))
    if not kind.startswith(_TEXT_TYPES):
        return None
    text = page_decoded(content, http)
    return ("", " ".join(text.split())) if kind.startswith("text/plain") else page_text(text)


def _split(content: bytes) -> tuple[bytes, bytes]:
    """An HTTP answer's header and body; ClueWeb09 ends lines without a carriage return."""
    ends = [(place, len(end)) for end in (b"\r\n\r\n", b"\n\n") if (place := content.find(end)) >= 0]
    if not ends:
        return content, b""
    place, size = min(ends)
    return content[:place], content[place + size :]


def _fields(http: bytes) -> Iterator[tuple[str, str]]:
    for line in http.decode("latin-1").splitlines()[1:]:
        name, _, value = line.partition(":")
        yield name.strip().lower(), value.strip().lower()


def _unchunked(content: bytes) -> bytes:
    """The body of an answer sent in chunks; as it is where a crawler has joined them already."""
    pieces: list[bytes] = []
    place = 0
    while True:
        end = content.find(b"\r\n", place)
        try:
            size = int(content[place:end].split(b";")[0], 16) if end >= 0 else -1
        except ValueError:
            size = -1
        if size < 0:
            return content
        if size == 0:
            return b"".join(pieces)
        pieces.append(content[end + 2 : end + 2 + size])
        place = end + 2 + size + 2


def _uncompressed(content: bytes, encoding: str) -> bytes:
    try:
        if "gzip" in encoding:
            return gzip.decompress(content)
        if "deflate" in encoding:
            return zlib.decompress(content)
    except (OSError, EOFError, zlib.error):
        pass  # many crawlers store the page itself and keep the header that says otherwise
    return content


FORMAT = DocumentFormat(
    "warc", "WARC files of web pages, as in ClueWeb and Common Crawl", lambda start, _: start.startswith(_BEGINS), read
)
