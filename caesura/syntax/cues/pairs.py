"""(query, title) pairs: a query and the question it stands for, as words without case and punctuation.

Real pairs come from a file with `query<TAB>title` lines (further columns are ignored). Questions to build pairs from come one a
line, or as `source<TAB>question` lines as query logs have them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from caesura.foundation import InputError, PathLike, lines
from caesura.shapes import Words, fold

# Within a word an apostrophe or a dot is dropped (don't, u.s.); `site:` terms stay whole; everything else between words parts them.
_INSIDE = re.compile(r"(?<=\w)['’‘`.](?=\w)")
_POSSESSIVE = re.compile(r"\s+['’‘`]s\b")
_TERM = re.compile(r"site:\S+|[\w&+#]+")


class Pair(NamedTuple):
    """A query and the title of the page it led to."""

    query: Words
    title: Words


def plain_words(text: str) -> Words:
    """`plain_words("Where's the U.S. Capitol?")` -> `("wheres", "the", "us", "capitol")`."""
    folded = [fold(word) for word in _POSSESSIVE.sub("s", text).split()]
    return tuple(_TERM.findall(" ".join(word if word.startswith("site:") else _INSIDE.sub("", word) for word in folded)))


def read_pairs(path: PathLike) -> Iterator[Pair]:
    """The pairs of a file, one after the other."""
    for number, line in lines(path):
        if not line.strip():
            continue
        query, tab, rest = line.partition("\t")
        if not tab:
            raise InputError("no tab in the line", cure="write query<TAB>title", file=path, line=number)
        yield Pair(plain_words(query), plain_words(rest.partition("\t")[0]))


def read_questions(path: PathLike, sources: Collection[str] | None = None) -> Iterator[Words]:
    """The questions of a file; with `sources` only `source<TAB>question` lines of these."""
    for number, line in lines(path):
        first, tab, rest = line.partition("\t")
        if sources is not None and not tab:
            raise InputError("no source in the line", cure="write source<TAB>question", file=path, line=number)
        if sources is None or first in sources:
            words = plain_words(rest.partition("\t")[0] if tab else first)
            if words:
                yield words
