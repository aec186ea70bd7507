"""One JSON object per line with a text and marked characters: what the files of Prodigy and doccano have in common."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from caesura.corpus.formats.base import Head
from caesura.corpus.query import Query
from caesura.corpus.votes import Vote
from caesura.foundation import InputError
from caesura.shapes import Flat, flat_from_marks, marked_words, marks_of

#: What a segment is called where the corpus has no types.
SEGMENT = "segment"
#: The type of a word that nobody marked, as in BIO tags.
UNMARKED = "O"

Mark = tuple[int, int, str]


def object_of(line: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON ({error})", cure="each line is one JSON object") from None
    if not isinstance(value, dict) or not isinstance(value.get("text"), str):
        raise InputError("there is no text", cure='each line is {"text": ..., ...}')
    if any("\ud800" <= c <= "\udfff" for c in value["text"]):
        raise InputError("half of a surrogate pair, which is not a character", cure="repair the \\u escapes")
    return value


def begins_with(head: Head, fits: Callable[[Mapping[str, Any]], bool]) -> bool:
    """Whether the first line is an object with a text that fits."""
    try:
        return bool(head.lines) and head.lines[0].lstrip().startswith("{") and fits(object_of(head.lines[0]))
    except InputError:
        return False


def vote_of(text: str, marks: Sequence[Mark], annotators: tuple[str, ...] = ()) -> Vote:
    """The segments that were marked; types where a mark has another label than `segment`."""
    flat = flat_from_marks(text, [(start, end) for start, end, _ in marks])
    labels = {marked_words(text, (start, end))[0]: label for start, end, label in marks}
    typed = any(label != SEGMENT for label in labels.values())
    return Vote(flat, 1, annotators, tuple(labels.get(first, UNMARKED) for first, _ in flat.spans) if typed else ())


def marks_in(query: Query, vote: Vote) -> list[Mark]:
    """Every segment of a vote as marked characters; words of type O are not marked."""
    if not isinstance(vote.shape, Flat):
        raise InputError("marks stand for flat segmentations only", cure="choose a format for trees, such as jsonl")
    kinds = vote.types or (SEGMENT,) * len(vote.shape.spans)
    places = marks_of(query.text, vote.shape.spans)
    return [(start, end, kind) for (start, end), kind in zip(places, kinds, strict=True) if kind != UNMARKED]


def one_mark(start: object, end: object, label: object) -> Mark:
    if type(start) is not int or type(end) is not int or not isinstance(label, str) or not label.split():
        raise InputError("a mark is not two whole numbers and a label", cure="marks have a start, an end and a label")
    return start, end, "-".join(label.split())
