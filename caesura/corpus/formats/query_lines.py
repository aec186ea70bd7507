"""`id<TAB>query`: queries without annotations. Never recognised by itself, since `pipe` could look the same."""

from __future__ import annotations

from caesura.corpus.corpus import Corpus, Entry
from caesura.corpus.formats.base import CorpusFormat, Skipped, fields, one_entry_a_line
from caesura.corpus.query import Query
from caesura.foundation import PathLike, input_name, written


def read(path: PathLike, skip: Skipped) -> Corpus:
    return Corpus(input_name(path), one_entry_a_line(path, skip, _entry))


def _entry(line: str) -> Entry:
    query_id, text = fields(line, (2,), "id, tab, query")
    return Entry(Query(query_id, text))


def write(corpus: Corpus, path: PathLike) -> None:
    with written(path) as stream:
        for entry in corpus:
            stream.write(f"{entry.query.id}\t{_one_line(entry.query.text)}\n")


def _one_line(text: str) -> str:
    # A tab or line break inside a query would make two fields or two lines of it; between words all spaces are alike.
    return " ".join(text.split()) if any(c in text for c in "\t\r\n") else text


FORMAT = CorpusFormat(
    name="queries",
    description="id<TAB>query, no annotations",
    read=read,
    write=write,
    votes="none",
    looks_like=lambda _: False,
)
