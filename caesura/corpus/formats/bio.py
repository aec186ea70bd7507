"""BIO tags, one word per line (`word<TAB>B-brand`), a blank line between queries; and the tags by themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from caesura.corpus.corpus import Corpus, Entry
from caesura.corpus.formats.base import CorpusFormat, Head, Skipped, fields
from caesura.corpus.query import Query
from caesura.corpus.votes import Vote, Votes
from caesura.foundation import InputError, PathLike, input_name, lines, written
from caesura.shapes import Flat

_TAG = re.compile(r"O|[BI]-\S+")


def is_bio(tag: str) -> bool:
    return _TAG.fullmatch(tag) is not None


def parse_bio(tags: Sequence[str]) -> tuple[Flat, tuple[str, ...]]:
    """Segments and their types; a word tagged O is a segment by itself."""
    lengths: list[int] = []
    types: list[str] = []
    for place, tag in enumerate(tags, start=1):
        if not is_bio(tag):
            raise InputError(f"tag {place} is '{tag}'", cure="BIO tags are O, B-type and I-type")
        if tag.startswith("I-"):
            if not types or types[-1] != tag[2:]:
                raise InputError(f"tag {place} is '{tag}' but no segment of that type is open", cure="begin it with B-")
            lengths[-1] += 1
        else:
            lengths.append(1)
            types.append(tag if tag == "O" else tag[2:])
    return Flat.from_lengths(lengths), tuple(types)


def print_bio(flat: Flat, types: Sequence[str]) -> list[str]:
    """Tags word by word; segments without types are tagged `segment`, single words O."""
    tags: list[str] = []
    kinds = types or ["O" if length == 1 else "segment" for length in flat.lengths]
    for length, kind in zip(flat.lengths, kinds, strict=True):
        if kind == "O" and length > 1:
            raise InputError("a segment of type O has one word", cure="give longer segments another type")
        tags += ["O"] if kind == "O" else [f"B-{kind}"] + [f"I-{kind}"] * (length - 1)
    return tags


def read(path: PathLike, skip: Skipped) -> Corpus:
    entries: list[Entry] = []
    for start, block in blocks(lines(path)):
        try:
            rows = [fields(line, (2,), "word, tab, BIO tag") for line in block]
            flat, types = parse_bio([tag for _, tag in rows])
            query = Query(str(len(entries) + 1), " ".join(word for word, _ in rows))
            if len(query.words) != len(rows):
                raise InputError("a word is empty or holds a space", cure="each line is word, tab, BIO tag")
            entries.append(Entry(query, Votes((Vote(flat, 1, types=types),))))
        except InputError as error:
            skip(error.at(path, start))
    return Corpus(input_name(path), tuple(entries))


def blocks(numbered: Iterable[tuple[int, str]]) -> Iterable[tuple[int, list[str]]]:
    """Runs of lines between blank ones, with the number of their first line."""
    start = 0
    block: list[str] = []
    for number, line in numbered:
        if line.strip():
            start = start if block else number
            block.append(line)
        elif block:
            yield start, block
            block = []
    if block:
        yield start, block


def write(corpus: Corpus, path: PathLike) -> None:
    """The top vote of each query."""
    with written(path) as stream:
        for entry in corpus:
            vote = entry.votes.top
            if not isinstance(vote.shape, Flat):
                raise InputError("BIO tags hold flat segmentations only", cure="choose a format for trees, such as jsonl")
            for word, tag in zip(entry.query.words, print_bio(vote.shape, vote.types), strict=True):
                stream.write(f"{word}\t{tag}\n")
            stream.write("\n")


def looks_like(head: Head) -> bool:
    return all(len(row) == 2 and is_bio(row[1]) for row in head.columns)


FORMAT = CorpusFormat(
    name="bio",
    description="word<TAB>BIO tag, a blank line between queries",
    read=read,
    write=write,
    votes="top",
    looks_like=looks_like,
    keeps=frozenset(("types",)),
    endings=(".bio",),
)
