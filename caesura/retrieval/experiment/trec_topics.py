"""TREC's topics: `<top> <num> Number: 301 <title> ... <desc> ... </top>`, and the XML of the Web track,
`<topic number="1"> <query> ... </query> </topic>`. The query is the title (or the query element), as in most experiments.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from html import unescape

from caesura.foundation import InputError, PathLike, lines

_BEGIN = re.compile(r"<(top|topic)\b([^>]*)>", re.IGNORECASE)
_END = re.compile(r"</top(?:ic)?>", re.IGNORECASE)
_NUMBER = re.compile(r"<num>\s*(?:number\s*:)?\s*([^\s<]+)", re.IGNORECASE)
_NUMBER_OF_XML = re.compile(r"""\bnumber\s*=\s*["']?([^\s"'>]+)""", re.IGNORECASE)
#: Elements of the classic form are not closed: one ends where the next begins.
_TITLE = re.compile(r"<(?:title|query)>\s*(?:topic\s*:)?(.*?)(?=<(?!/?(?:b|i|em)\b)|\Z)", re.IGNORECASE | re.DOTALL)


def looks_like_topics(start: bytes) -> bool:
    """Whether a file that begins so holds topics in one of these forms."""
    return start.removeprefix(BOM_UTF8).lstrip().startswith(b"<") and _BEGIN.search(start.decode("utf-8", "replace")) is not None


def read_trec_topics(path: PathLike) -> Iterator[tuple[int, str, str]]:
    """The line, id and query of each topic."""
    held: list[str] | None = None
    attributes, began = "", 0
    for number, line in lines(path):
        if held is None:
            begin = _BEGIN.search(line)
            if begin is None:
                continue
            held, began, attributes, line = [], number, begin[2], line[begin.end() :]
        end = _END.search(line)
        held.append(line if end is None else line[: end.start()])
        if end is not None:
            yield began, *_topic("\n".join(held), attributes, path, began)
            held = None
    if held is not None:
        raise InputError("a topic that never ends", cure="close it with </top>", file=path, line=began)


def _topic(body: str, attributes: str, path: PathLike, line: int) -> tuple[str, str]:
    name = _NUMBER_OF_XML.search(attributes) or _NUMBER.search(body)
    title = _TITLE.search(body)
    text = " ".join(unescape(title[1]).split()) if title else ""
    if name is None or not text:
        missing = "number" if name is None else "title"
        raise InputError(f"a topic without a {missing}", cure="write <num> Number: 7 <title> the query", file=path, line=line)
    return name[1], text
