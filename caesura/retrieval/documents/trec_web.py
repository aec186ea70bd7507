"""TREC's web collections (WT10g, GOV2): `<DOC> <DOCNO> ... <DOCHDR> address and HTTP header </DOCHDR> a page in HTML </DOC>`.

Pages come in any encoding, so the file is read as bytes, one document at a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from caesura.foundation import Advance, InputError, PathLike, open_bytes, unwatched
from caesura.retrieval.documents.document import Document, DocumentFormat, document
from caesura.retrieval.documents.html_text import page_decoded, page_text

_NUMBER = re.compile(rb"<docno>(.*?)</docno>", re.IGNORECASE | re.DOTALL)
_HEADER = re.compile(rb"<dochdr>(.*?)</dochdr>", re.IGNORECASE | re.DOTALL)


def read(path: PathLike, advance: Advance = unwatched) -> Iterator[Document]:
    held: list[bytes] | None = None
    began = 0
    with open_bytes(path) as stream:
        for number, line in enumerate(stream, start=1):
            advance(len(line))
            marker = line.strip().lower()
            if held is None:
                if marker == b"<doc>":
                    held, began = [], number
                elif marker:
                    raise InputError("stands outside any <DOC>", cure="documents are <DOC> ... </DOC>", file=path, line=number)
            elif marker == b"</doc>":
                yield _document(b"".join(held), path, began)
                held = None
            else:
                held.append(line)
    if held is not None:
        raise InputError("a <DOC> that never ends", cure="is the file complete?", file=path, line=began)


def _document(body: bytes, path: PathLike, line: int) -> Document:
    number = _NUMBER.search(body)
    if number is None:
        raise InputError("a document without <DOCNO>", cure="give it one", file=path, line=line)
    header = _HEADER.search(body)
    page = body[max(number.end(), header.end() if header else 0) :]
    title, text = page_text(page_decoded(page, header[1] if header else b""))
    return document(number[1].decode("utf-8", "replace"), title, text, path, line)


def _looks_like(start: bytes, _name: str) -> bool:
    return start[:5].lower() == b"<doc>" and b"<dochdr>" in start.lower()


FORMAT = DocumentFormat("trec-web", "TREC's web collections: SGML around pages, as in WT10g and GOV2", _looks_like, read)
