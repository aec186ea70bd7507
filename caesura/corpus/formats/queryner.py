"""QueryNER's TSV: id, query, segments in pipe form, BIO tags; one annotation per query, with types."""

from __future__ import annotations

from caesura.corpus.corpus import Corpus, Entry
from caesura.corpus.formats.base import CorpusFormat, Head, Skipped, fields, one_entry_a_line
from caesura.corpus.formats.bio import is_bio, parse_bio, print_bio
from caesura.corpus.query import Query
from caesura.corpus.votes import Vote, Votes
from caesura.foundation import InputError, PathLike, input_name, written
from caesura.shapes import Flat, Words


def read(path: PathLike, skip: Skipped) -> Corpus:
    return Corpus(input_name(path), one_entry_a_line(path, skip, _entry))


def _entry(line: str) -> Entry:
    query_id, text, pipe, tags = fields(line, (4,), "id, query, segments in pipe form, BIO tags, with tabs between")
    query = Query(query_id, text)
    flat, types = parse_bio(tags.split())
    if flat.size != len(query.words):
        raise InputError(f"{flat.size} tags for {len(query.words)} words", cure="one BIO tag per word")
    expected = _plain_pipe(query.words, flat)
    if expected != pipe:
        raise InputError(f"the segments '{pipe}' are not what the BIO tags say", cure=f"expected '{expected}'")
    return Entry(query, Votes((Vote(flat, 1, types=types),)))


def write(corpus: Corpus, path: PathLike) -> None:
    """The top vote of each query."""
    with written(path) as stream:
        for entry in corpus:
            vote, words = entry.votes.top, entry.query.words
            if not isinstance(vote.shape, Flat):
                raise InputError("QueryNER's form holds flat segmentations only", cure="choose a format for trees, such as jsonl")
            tags = " ".join(print_bio(vote.shape, vote.types))
            stream.write(f"{entry.query.id}\t{' '.join(words)}\t{_plain_pipe(words, vote.shape)}\t{tags}\n")


def _plain_pipe(words: Words, flat: Flat) -> str:
    """QueryNER does not escape a bar that is itself a word: the BIO tags say what is meant."""
    return "|".join(" ".join(segment) for segment in flat.segments(words))


def looks_like(head: Head) -> bool:
    return all(len(row) == 4 and all(map(is_bio, row[3].split())) for row in head.columns)


FORMAT = CorpusFormat(
    name="queryner",
    description="id, query, pipe form, BIO tags with types",
    read=read,
    write=write,
    votes="top",
    looks_like=looks_like,
    keeps=frozenset(("types",)),
)
