"""A document as it comes in, and the one check every reader makes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from caesura.foundation import Advance, InputError, PathLike

#: What the fields are called elsewhere, the first one being ours.
ID_NAMES = ("id", "_id", "docno", "docid", "doc_id", "document_id", "pid")
TITLE_NAMES = ("title", "headline")
TEXT_NAMES = ("text", "contents", "content", "body", "abstract", "passage")


#: The first bytes of a file and its name without the ending of a compression -> whether it looks like this format.
LooksLike = Callable[[bytes, str], bool]


@dataclass(frozen=True)
class DocumentFormat:
    """A form in which documents come: how it is called, how it is recognised, and how it is read."""

    name: str
    description: str
    looks_like: LooksLike
    read: Callable[[PathLike, Advance], Iterator[Document]]


class Document(NamedTuple):
    """An id without spaces (it becomes a column of a run file), a title that may be empty, and the text."""

    id: str
    title: str
    text: str
    file: str
    line: int


def document(identifier: str, title: str, text: str, file: PathLike, line: int) -> Document:
    """A checked document."""
    identifier = identifier.strip()
    if not identifier or len(identifier.split()) != 1:
        problem = f"a document id with spaces ({identifier!r})" if identifier else "a document without an id"
        raise InputError(problem, cure="ids are words without spaces, as in run and judgement files", file=file, line=line)
    try:
        (identifier + title + text).encode("utf-8")
    except UnicodeEncodeError:
        raise InputError(
            "half of a surrogate pair stands alone in the text", cure="repair the escapes", file=file, line=line
        ) from None
    return Document(identifier, title, text, str(file), line)
