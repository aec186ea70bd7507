"""Documents in TREC form: `<DOC>`, `<DOCNO>` (or an id in the tag), paragraphs between `<P>` tags."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from caesura.foundation import InputError, PathLike, open_bytes

_BEGIN = re.compile(rb"<doc(\s[^>]*)?>", re.IGNORECASE)
_END = re.compile(rb"</doc\s*>", re.IGNORECASE)
_NUMBER = re.compile(r"<docno>\s*(.*?)\s*</docno>", re.IGNORECASE | re.DOTALL)
_ID = re.compile(r"""<doc\s[^>]*?\bid\s*=\s*["']?([^\s"'>]+)""", re.IGNORECASE)
_TEXT = re.compile(r"<text>(.*?)(?:</text>|$)", re.IGNORECASE | re.DOTALL)
_PARAGRAPH = re.compile(r"<p>(.*?)(?=<p>|</p>|$)", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[^<>]*>")


@dataclass(frozen=True, slots=True)
class Article:
    """Its number and its paragraphs in order. Paragraph k is called `number.k`, counted from 0."""

    number: str
    paragraphs: tuple[str, ...]


def read_documents(path: PathLike) -> Iterator[Article]:
    """One after the other; gzip is fine. Old collections are Latin-1: what is not UTF-8 is read as that.

    A document without paragraph tags is one paragraph. Other tags inside a paragraph are dropped, entities become letters.
    """
    pending: list[bytes] = []
    began = 0
    line = 0
    with open_bytes(path) as stream:
        for line, raw in enumerate(stream, start=1):
            if not pending and not _BEGIN.search(raw):
                if raw.strip():
                    raise InputError("text outside of <DOC>", cure="give documents in TREC form", file=path, line=line)
                continue
            if not pending:
                began = line
            elif _BEGIN.search(raw):
                raise InputError("<DOC> before the last document ended", cure="close it with </DOC>", file=path, line=line)
            pending.append(raw)
            if _END.search(raw):
                yield _document(b"".join(pending), path, began)
                pending.clear()
    if pending:
        raise InputError("the document does not end", cure="close it with </DOC>; is the file complete?", file=path, line=began)


def _document(raw: bytes, path: PathLike, line: int) -> Article:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    number = _NUMBER.search(text) or _ID.search(text)
    if number is None or not number[1] or any(c.isspace() for c in number[1]):
        raise InputError("the document has no number", cure="write <DOCNO>number</DOCNO>", file=path, line=line)
    body = " ".join(_TEXT.findall(text)) if _TEXT.search(text) else _NUMBER.sub("", text)
    parts = _PARAGRAPH.findall(body) if re.search(r"<p>", body, re.IGNORECASE) else [body]
    paragraphs = (" ".join(html.unescape(_TAG.sub(" ", part)).split()) for part in parts)
    return Article(number[1], tuple(paragraph for paragraph in paragraphs if paragraph))
