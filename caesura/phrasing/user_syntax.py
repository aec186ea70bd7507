r"""The search syntax people type: `"marked phrases"`, `-without`, `+required`, `this OR that`, `field:value`.

A mark counts where it stands at the start of a word and something with a letter or digit follows; `OR` counts between two
words or phrases without a sign (`portland OR` is a place). Everything else is ordinary text, whatever it looks like: `e-mail`,
`12" pipe`, `10:30`, `https://...`, `--force`, a quote that is never closed. So every text can be read. A prefix that names no
field is text too, and the marks around it still count: `-isbn:123` excludes, `by:"new balance"` is a word and a phrase.

`keep` leaves what was marked as it is and segments the words between the marks; `strip` removes the marks, and excluded
words with them; `escape` takes every character as text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Literal, get_args

from caesura.foundation import one_of
from caesura.phrasing.query import (
    Clause,
    ClauseTerm,
    QuerySegment,
    SegmentationLike,
    SegmentedQuery,
    check_unicode,
    from_segmentation,
    segmented_query,
)
from caesura.phrasing.tokens import is_searchable
from caesura.shapes import Flat, Words, query_words

UserSyntax = Literal["keep", "strip", "escape"]

#: Phones and word processors type curly quotes.
QUOTE_MARKS = '"“”„'
# A name starts with a letter: `_query_:` would be a command to Solr.
_MARKED = re.compile(
    rf"""(?P<sign>[+-])?(?:(?P<field>[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)*):)?
    (?:[{QUOTE_MARKS}](?P<phrase>[^{QUOTE_MARKS}]*)["“”]|(?P<word>\S+))""",
    re.VERBOSE,
)
_WORD = re.compile(r"\S+")
_OCCURS: dict[str | None, Literal["should", "must", "must_not"]] = {None: "should", "+": "must", "-": "must_not"}

#: A piece of the text: a plain word, or what the user marked.
Piece = ClauseTerm | Clause


def read_text(
    text: str,
    segment: Callable[[str], SegmentationLike],
    syntax: UserSyntax = "keep",
    fields: Collection[str] | None = None,
) -> SegmentedQuery:
    """The text as a person typed it, its unmarked words segmented. Only prefixes named in `fields` are fields (None: any name)."""
    one_of("way to read user syntax", syntax, get_args(UserSyntax))
    check_unicode(text)
    query_words(text)  # too many words, or none
    if syntax == "escape":
        return from_segmentation(segment(text))
    pieces = _pieces(text, fields)
    if not any(isinstance(piece, Clause) for piece in pieces):
        return from_segmentation(segment(text))
    return _stripped(pieces, segment) if syntax == "strip" else _kept(text, pieces, segment)


def _kept(text: str, pieces: list[Piece], segment: Callable[[str], SegmentationLike]) -> SegmentedQuery:
    segments: list[QuerySegment] = []
    for plain, run in groupby(pieces, lambda piece: isinstance(piece, ClauseTerm)):
        words = list(run)
        if plain:
            start = words[0].start
            read = from_segmentation(segment(text[start : words[-1].end]))
            segments += [replace(one, start=one.start + start, end=one.end + start) for one in read.segments]
    return SegmentedQuery(text, tuple(segments), tuple(piece for piece in pieces if isinstance(piece, Clause)))


def _stripped(pieces: list[Piece], segment: Callable[[str], SegmentationLike]) -> SegmentedQuery:
    words = [word for piece in pieces for word in _words(piece) if not _is_excluded(piece)]
    if words:
        return from_segmentation(segment(" ".join(words)))
    # Exclusions only: there is nothing else to look for, but an excluded phrase does not become a boosted one.
    words = [word for piece in pieces for word in _words(piece)]
    return segmented_query(words, Flat.apart(len(words)))


def _words(piece: Piece) -> Words:
    return piece.words if isinstance(piece, ClauseTerm) else tuple(word for term in piece.alternatives for word in term.words)


def _is_excluded(piece: Piece) -> bool:
    return isinstance(piece, Clause) and piece.occur == "must_not"


def _pieces(text: str, fields: Collection[str] | None) -> list[Piece]:
    """Words and clauses from left to right."""
    pieces: list[Piece] = []
    waiting = list(_read(text, fields))
    position = 0
    while position < len(waiting):
        piece = waiting[position]
        alternatives = [piece]
        while (
            position + 2 < len(waiting)
            and _is_or(waiting[position + 1])
            and _can_be_alternative(alternatives[-1])
            and _can_be_alternative(waiting[position + 2])
        ):
            alternatives.append(waiting[position + 2])
            position += 2
        pieces.append(piece if len(alternatives) == 1 else _one_of(alternatives))
        position += 1
    return pieces


def _one_of(pieces: list[Piece]) -> Clause:
    terms = tuple(term for piece in pieces for term in (piece.alternatives if isinstance(piece, Clause) else (piece,)))
    return Clause(terms, "should", pieces[0].start, pieces[-1].end)


def _is_or(piece: Piece) -> bool:
    return isinstance(piece, ClauseTerm) and piece.words == ("OR",)


def _can_be_alternative(piece: Piece) -> bool:
    return piece.occur == "should" if isinstance(piece, Clause) else not _is_or(piece) and is_searchable(piece.words[0])


def _read(text: str, fields: Collection[str] | None) -> Iterator[Piece]:
    position = 0
    while word := _WORD.search(text, position):
        start = word.start()
        piece = _marked(text, start, fields) or ClauseTerm((word.group(),), start, word.end())
        yield piece
        position = piece.end


def _marked(text: str, start: int, fields: Collection[str] | None) -> Piece | None:
    """What the user marked here, None where this is an ordinary word."""
    match = _MARKED.match(text, start)
    if match is None:
        return None
    sign, field, phrase, word = match.group("sign", "field", "phrase", "word")
    content = word if phrase is None else phrase
    if not is_searchable(content) or (phrase is None and content.startswith(("+", "-", "//"))):
        return None
    if field is not None and fields is not None and field not in fields:
        if phrase is None:
            content = f"{field}:{content}"
        elif sign is None:
            return ClauseTerm((f"{field}:",), start, match.end("field") + 1)  # a word; the phrase is read next
        field = None
    if phrase is None and (sign or field) is None:
        return None
    term = ClauseTerm(tuple(content.split()), start, match.end(), field, quoted=phrase is not None)
    return Clause((term,), _OCCURS[sign], start, match.end())
