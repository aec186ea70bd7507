"""Reading queries that are already segmented: pipe form, quote form, or the JSON lines `caesura segment` prints."""

from __future__ import annotations

import json
import re
from typing import Any

from caesura.foundation import InputError
from caesura.phrasing.query import SegmentedQuery, segmented_query
from caesura.shapes import Flat, parse_pipe, parse_quotes, query_words, shown

_BAR = re.compile(r"(?:^|[^\\])(?:\\\\)*\|")
_QUOTE = re.compile(r'(?:^|[\s"])"|"(?:$|[\s"])')


def read_pipe(line: str) -> SegmentedQuery:
    return segmented_query(*parse_pipe(line))


def read_quotes(line: str) -> SegmentedQuery:
    return segmented_query(*parse_quotes(line))


def read_bars_or_quotes(line: str) -> SegmentedQuery:
    """Pipe or quote form, whichever it is; a line that could be either or neither is an error, not a guess."""
    bars, quoted = bool(_BAR.search(line)), bool(_QUOTE.search(line))
    if bars and not quoted:
        return read_pipe(line)
    if quoted and not bars:
        return read_quotes(line)
    if not bars and len(query_words(line)) == 1:
        return read_pipe(line)
    problem = "has both bars and quotes" if bars else "has neither bars nor quotes"
    raise InputError(f"{shown(line)} {problem}", cure="say which form it is: --input pipe, quotes or text")


def read_json(line: str) -> SegmentedQuery:
    """One object of `caesura segment --format jsonl`: the query, and its segments in order with `text`."""
    try:
        found: Any = json.loads(line)
        text, segments = found["query"], found["segments"]
        pieces = [query_words(segment["text"]) for segment in segments]
        scores = [segment.get("score") for segment in segments]
        probabilities = [segment.get("probability") for segment in segments]
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"{shown(line)} is no segmented query", cure='one object a line: {"query": ..., "segments": [{"text": ...}, ...]}'
        ) from None
    if not isinstance(text, str) or not all(v is None or isinstance(v, (int, float)) for v in (*scores, *probabilities)):
        raise InputError(
            f"{shown(line)} holds a value of the wrong kind", cure="query is a string, score and probability are numbers"
        )
    words = tuple(word for piece in pieces for word in piece)
    return segmented_query(words, Flat.from_lengths(map(len, pieces)), text=text, scores=scores, probabilities=probabilities)
