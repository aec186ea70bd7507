"""TREC's SGML: `<DOC> <DOCNO> FT911-3 </DOCNO> <HEADLINE> ... <TEXT> ... </DOC>`, any number in a file.

The title is what stands in TITLE, HEADLINE, HL, HEAD, TTL or TI; the text is what stands in TEXT, or, where there is no such
element, all the rest. Tags are taken out and entities resolved.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from caesura.foundation import Advance, InputError, PathLike, lines, unwatched
from caesura.retrieval.documents.document import Document, DocumentFormat, document

_BEGIN = re.compile(r"<doc>", re.IGNORECASE)
_END = re.compile(r"</doc>", re.IGNORECASE)
_NUMBER = re.compile(r"<docno>(.*?)</docno>", re.IGNORECASE | re.DOTALL)
_TITLE = re.compile(r"<(title|headline|hl|head|ttl|ti)\b[^>]*>(.*?)</\1>", re.IGNORECASE | re.DOTALL)
_TEXT = re.compile(r"<text\b[^>]*>(.*?)</text>", re.IGNORECASE | re.DOTALL)
_NOT_TEXT = re.compile(r"<!--.*?-->|<(dochdr|docid|docoldno)\b[^>]*>.*?</\1>", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[/!?A-Za-z][^>]*>")


def read(path: PathLike, advance: Advance = unwatched) -> Iterator[Document]:
    held: list[str] | None = None
    began = 0
    for number, line in lines(path, advance=advance):
        rest = line
        while rest is not None:
            if held is None:
                begin = _BEGIN.search(rest)
                outside = rest if begin is None else rest[: begin.start()]
                if _TAG.sub("", outside).strip():
                    raise InputError("stands outside any <DOC>", cure="documents are <DOC> ... </DOC>", file=path, line=number)
                if begin is None:
                    break
                held, began, rest = [], number, rest[begin.end() :]
            end = _END.search(rest)
            held.append(rest if end is None else rest[: end.start()])
            if end is None:
                break
            yield _document("\n".join(held), path, began)
            held, rest = None, rest[end.end() :]
    if held is not None:
        raise InputError("a <DOC> that never ends", cure="is the file complete?", file=path, line=began)


def _document(body: str, path: PathLike, line: int) -> Document:
    number = _NUMBER.search(body)
    if number is None:
        raise InputError("a document without <DOCNO>", cure="give it one", file=path, line=line)
    rest = _NOT_TEXT.sub(" ", body[: number.start()] + " " + body[number.end() :])
    title = _TITLE.search(rest)
    texts = _TEXT.findall(rest)
    if not texts:
        texts = [rest if title is None else rest[: title.start()] + " " + rest[title.end() :]]
    return document(number[1], _plain(title[2]) if title else "", _plain("\n".join(texts)), path, line)


def _plain(marked_up: str) -> str:
    return unescape(_TAG.sub(" ", marked_up)).strip()


FORMAT = DocumentFormat("trec", "TREC's SGML", lambda start, _: start.startswith(b"<"), read)
