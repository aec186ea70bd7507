"""Nested annotations: one line per query and annotator in bracket form, `((new york) times)`."""

from __future__ import annotations

from caesura.corpus.corpus import Corpus
from caesura.corpus.formats.annotation_lines import read_annotation_lines, write_annotation_lines
from caesura.corpus.formats.base import CorpusFormat, Head, Skipped
from caesura.foundation import InputError, PathLike
from caesura.shapes import Nested, Shape, Words, parse_brackets, print_brackets


def read(path: PathLike, skip: Skipped) -> Corpus:
    return read_annotation_lines(path, skip, parse_brackets)


def write(corpus: Corpus, path: PathLike) -> None:
    write_annotation_lines(corpus, path, _print)


def _print(words: Words, shape: Shape) -> str:
    if not isinstance(shape, Nested):
        raise InputError("bracket form holds nested segmentations only", cure="choose a format for flat ones, such as jsonl")
    return print_brackets(words, shape)


def looks_like(head: Head) -> bool:
    rows = head.columns
    return all(1 <= len(row) <= 3 for row in rows) and any(row[-1].startswith("(") and row[-1].endswith(")") for row in rows)


FORMAT = CorpusFormat(
    name="brackets",
    description="one line per query and annotator, binary trees in bracket form",
    read=read,
    write=write,
    looks_like=looks_like,
    keeps=frozenset(("annotators",)),
    endings=(".brackets",),
    shapes=frozenset(("Nested",)),
)
