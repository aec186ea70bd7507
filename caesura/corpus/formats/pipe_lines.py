"""`id<TAB>new york|times`: one segmentation per query. What an algorithm's output file looks like."""

from __future__ import annotations

from caesura.corpus.corpus import Corpus, Entry
from caesura.corpus.formats.base import CorpusFormat, Head, Skipped, fields, one_entry_a_line
from caesura.corpus.formats.bio import is_bio
from caesura.corpus.query import Query
from caesura.corpus.votes import Vote, Votes
from caesura.foundation import InputError, PathLike, input_name, written
from caesura.shapes import Flat, parse_pipe, print_pipe


def read(path: PathLike, skip: Skipped) -> Corpus:
    return Corpus(input_name(path), one_entry_a_line(path, skip, _entry))


def _entry(line: str) -> Entry:
    query_id, text = fields(line, (2,), "id, tab, segmentation such as new york|times")
    words, flat = parse_pipe(text)
    return Entry(Query(query_id, " ".join(words)), Votes((Vote(flat, 1),)))


def write(corpus: Corpus, path: PathLike) -> None:
    """The top vote of each query."""
    with written(path) as stream:
        for entry in corpus:
            shape = entry.votes.top.shape
            if not isinstance(shape, Flat):
                raise InputError("pipe form holds flat segmentations only", cure="choose a format for trees, such as jsonl")
            stream.write(f"{entry.query.id}\t{print_pipe(entry.query.words, shape)}\n")


def looks_like(head: Head) -> bool:
    rows = head.columns
    return all(len(row) == 2 for row in rows) and any("|" in row[1] for row in rows) and not all(is_bio(row[1]) for row in rows)


FORMAT = CorpusFormat(
    name="pipe",
    description="id<TAB>segmentation in pipe form, one per query",
    read=read,
    write=write,
    votes="top",
    looks_like=looks_like,
    endings=(".tsv", ".txt"),
)
