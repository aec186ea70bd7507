"""Bergsma-Wang style: one line per query and annotator in quote form, `"new york" "times"`."""

from __future__ import annotations

from caesura.corpus.corpus import Corpus
from caesura.corpus.formats.annotation_lines import read_annotation_lines, write_annotation_lines
from caesura.corpus.formats.base import CorpusFormat, Head, Skipped
from caesura.foundation import InputError, PathLike
from caesura.shapes import Flat, Shape, Words, parse_quotes, print_quotes


def read(path: PathLike, skip: Skipped) -> Corpus:
    return read_annotation_lines(path, skip, parse_quotes)


def write(corpus: Corpus, path: PathLike) -> None:
    write_annotation_lines(corpus, path, _print)


def _print(words: Words, shape: Shape) -> str:
    if not isinstance(shape, Flat):
        raise InputError("quote form holds flat segmentations only", cure="choose a format for trees, such as brackets")
    return print_quotes(words, shape, every=True)


def looks_like(head: Head) -> bool:
    rows = head.columns
    return (
        all(1 <= len(row) <= 3 and "|" not in row[-1] and not row[-1].startswith(("{", "(")) for row in rows)
        and any(row[-1].startswith('"') for row in rows)
        and all('"' in row[-1] or len(row) > 1 for row in rows)
    )


FORMAT = CorpusFormat(
    name="bergsma-wang",
    description="one line per query and annotator in quote form",
    read=read,
    write=write,
    looks_like=looks_like,
    keeps=frozenset(("annotators",)),
)
