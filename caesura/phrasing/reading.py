"""Reading queries that are already segmented: pipe form, quote form, or the JSON lines `caesura segment` prints."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, get_args

from caesura.foundation import InputError
from caesura.phrasing.query import Clause, ClauseTerm, Occur, SegmentedQuery, check_unicode, segmented_query
from caesura.shapes import Flat, Words, parse_pipe, parse_quotes, query_words, shown


def read_pipe(line: str) -> SegmentedQuery:
    return segmented_query(*parse_pipe(line))


def read_quotes(line: str) -> SegmentedQuery:
    return segmented_query(*parse_quotes(line))


def read_json(line: str) -> SegmentedQuery:
    """One object of `caesura segment --format jsonl`: the query, and its segments in order with `text`.

    `caesura phrase --engine jsonl` writes the same, with what the user marked as `clauses`.
    """
    try:
        document: Any = json.loads(line)
        text, segments, clauses = document["query"], document["segments"], document.get("clauses", [])
        pieces = [query_words(segment["text"]) for segment in segments]
        scores = [segment.get("score") for segment in segments]
        probabilities = [segment.get("probability") for segment in segments]
        marked = tuple(map(_clause, clauses))
        places = [(int(segment["start"]), int(segment["end"])) for segment in segments] if clauses else []
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"{shown(line)} is not a segmented query", cure='one object per line: {"query": ..., "segments": [{"text": ...}, ...]}'
        ) from None
    if not isinstance(text, str) or not all(v is None or isinstance(v, (int, float)) for v in (*scores, *probabilities)):
        raise InputError(
            f"{shown(line)} holds a value of the wrong kind", cure="query is a string, score and probability are numbers"
        )
    if marked:
        return _beside_clauses(text, list(zip(pieces, places, scores, probabilities, strict=True)), marked)
    words = tuple(word for piece in pieces for word in piece)
    return segmented_query(words, Flat.from_lengths(map(len, pieces)), text=text, scores=scores, probabilities=probabilities)


def _clause(clause: Any) -> Clause:
    terms = tuple(
        ClauseTerm(query_words(term["text"]), int(term["start"]), int(term["end"]), term.get("field"), bool(term["quoted"]))
        for term in clause["alternatives"]
    )
    if not terms or clause["occur"] not in get_args(Occur) or not all(isinstance(term.field, str | None) for term in terms):
        raise ValueError("not a clause")
    return Clause(terms, clause["occur"], int(clause["start"]), int(clause["end"]))


def _beside_clauses(
    text: str, rows: list[tuple[Words, tuple[int, int], float | None, float | None]], clauses: tuple[Clause, ...]
) -> SegmentedQuery:
    """Each segment is checked by itself: between them stands what the user marked."""
    check_unicode(text)
    segments = []
    for words, (start, end), score, probability in rows:
        (one,) = segmented_query(
            words, Flat.from_lengths([len(words)]), text=text[start:end], scores=[score], probabilities=[probability]
        ).segments
        segments.append(replace(one, start=start, end=end))
    return SegmentedQuery(text, tuple(segments), clauses)
