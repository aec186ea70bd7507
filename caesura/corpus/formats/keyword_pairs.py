"""Keywords of questions, as in the QALD challenges: `Abbey Road, song<TAB>question<TAB>source`, a comma at each break.

A comma breaks, with or without a blank behind it, unless it stands between two digits (`10,000`). What stands between commas is
split into words at blanks; quotes, brackets and capitals stay. An empty part between commas is not a segment. The same keywords
come again in later editions of such sets, which is not a second opinion: lines with the same words are one query, under
the number of the first such line, and each way to cut it counts once. The question and the source are not kept.
"""

from __future__ import annotations

import re

from caesura.corpus.corpus import Corpus, Entry
from caesura.corpus.formats.base import CorpusFormat, Head, Skipped, fields, numbered_lines
from caesura.corpus.query import Query
from caesura.corpus.votes import Vote, Votes
from caesura.foundation import InputError, PathLike, input_name, written
from caesura.shapes import Flat, Words, shown, split_words

_COMMA = re.compile(r"(?<!\d),|,(?!\d)")


def read(path: PathLike, skip: Skipped) -> Corpus:
    first: dict[Words, str] = {}
    cuts: dict[Words, dict[Flat, None]] = {}
    for number, line in numbered_lines(path):
        try:
            words, flat = _parsed(fields(line, (3,), "keywords with commas, question, source, with tabs between")[0])
            Query(str(number), " ".join(words))
        except InputError as error:
            skip(error.at(path, number))
            continue
        first.setdefault(words, str(number))
        cuts.setdefault(words, {})[flat] = None
    entries = (
        Entry(Query(number, " ".join(words)), Votes(tuple(Vote(flat, 1) for flat in cuts[words])))
        for words, number in first.items()
    )
    return Corpus(input_name(path), tuple(entries))


def _parsed(text: str) -> tuple[Words, Flat]:
    pieces = [words for piece in _COMMA.split(text) if (words := split_words(piece))]
    if not pieces:
        raise InputError("no keywords before the first tab", cure="each line is keywords with commas, question, source")
    return tuple(word for words in pieces for word in words), Flat.from_lengths(map(len, pieces))


def write(corpus: Corpus, path: PathLike) -> None:
    """Every way a query was cut, once; question and source stay empty."""
    with written(path) as stream:
        for entry in corpus:
            for vote in entry.votes:
                if not isinstance(vote.shape, Flat):
                    raise InputError("keywords hold flat segmentations only", cure="choose a format for trees, such as jsonl")
                text = ", ".join(" ".join(segment) for segment in vote.shape.segments(entry.query.words))
                if _parsed(text) != (entry.query.words, vote.shape):
                    raise InputError(
                        f"query {entry.query.id} {shown(entry.query.text)} has a comma of its own", cure="choose another format"
                    )
                stream.write(f"{text}\t\t\n")


def looks_like(head: Head) -> bool:
    rows = head.columns
    return (
        all(len(row) == 3 and (not row[1] or " " in row[1]) and not row[2].startswith(('"', "(")) for row in rows)
        and any(_COMMA.search(row[0]) for row in rows)
        and not rows[0][0].isidentifier()
    )


FORMAT = CorpusFormat(
    name="keywords",
    description="keywords with a comma at each break, question, source (as in QALD)",
    read=read,
    write=write,
    looks_like=looks_like,
)
