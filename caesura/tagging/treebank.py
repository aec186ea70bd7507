"""Treebanks as queries: words lower-cased, punctuation left out, and fragments as short as queries are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from caesura.foundation import InputError, lines
from caesura.shapes import fold
from caesura.tagging.tagger import Tags


class Tagged(NamedTuple):
    """Folded words and their universal tags."""

    words: tuple[str, ...]
    tags: Tags


class Token(NamedTuple):
    """One word of a treebank, folded."""

    number: int
    word: str
    tag: str
    head: int
    until: int  # the last number it stands for: a written word may be several syntactic ones
    label: str = ""


def read_as_queries(path: str | Path, *, fragments: bool = False) -> Iterator[Tagged]:
    """The sentences of a CoNLL-U file; with `fragments` also their phrases of two to six words.

    A written word such as `don't` that the treebank splits is one word with the tag of its first part, since that is
    how it is typed.
    """
    for sentence in sentences(path):
        kept = as_typed(sentence)
        if kept:
            yield Tagged(tuple(token.word for token in kept), tuple(token.tag for token in kept))
        if fragments:
            for first, last in phrases(sentence):
                part = [token for token in kept if first <= token.number and token.until <= last]
                if 2 <= len(part) <= 6 and len(part) < len(kept):
                    yield Tagged(tuple(token.word for token in part), tuple(token.tag for token in part))


def sentences(path: str | Path) -> Iterator[list[Token]]:
    """The tokens of each sentence, punctuation and written words of several parts (`1-2`) included."""
    tokens: list[Token] = []
    for number, line in lines(path):
        if not line:
            if tokens:
                yield tokens
            tokens = []
        elif not line.startswith("#"):
            columns = line.split("\t")
            if len(columns) != 10:
                raise InputError(f"{len(columns)} columns, CoNLL-U has 10", cure="is this a treebank?", file=path, line=number)
            first, _, last = columns[0].partition("-")
            if "." not in first:  # empty nodes were never typed
                head = int(columns[6]) if columns[6].isdigit() else -1
                tokens.append(Token(int(first), fold(columns[1]), columns[3], head, int(last or first), columns[7]))
    if tokens:
        yield tokens


def as_typed(tokens: list[Token]) -> list[Token]:
    """What a query would have of a sentence: written words, no punctuation."""
    tags = {token.number: token.tag for token in tokens if token.until == token.number}
    kept: list[Token] = []
    covered = 0
    for token in tokens:
        if token.number <= covered:
            continue
        if token.until > token.number:
            token = token._replace(tag=tags.get(token.number, "X"))
            covered = token.until
        if token.tag not in ("PUNCT", "SYM") and token.word:
            kept.append(token)
    return kept


def phrases(tokens: list[Token]) -> Iterator[tuple[int, int]]:
    """First and last number of every subtree that is one stretch."""
    heads = {token.number: token.head for token in tokens if token.until == token.number}
    below: dict[int, list[int]] = {number: [number] for number in heads}
    for number in heads:
        above, steps = heads[number], 0
        while above in below and steps < len(heads):
            below[above].append(number)
            above, steps = heads[above], steps + 1
    for number, covered in below.items():
        first, last = min(covered), max(covered)
        if heads[number] > 0 and last - first + 1 == len(covered) and last > first:
            yield first, last
