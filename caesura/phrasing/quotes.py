"""Quote form: what a person types into a search box, and what most engines read as phrases."""

from __future__ import annotations

from caesura.phrasing.engines import Engine
from caesura.phrasing.options import Options
from caesura.phrasing.query import Clause, QuerySegment, SegmentedQuery, is_sure
from caesura.shapes import Flat, print_quotes


def quotes(query: SegmentedQuery, options: Options) -> str:
    """`"new york" times -square`; a segment that is not sure enough loses its quotes, what the user marked stays as typed."""
    parts: list[QuerySegment | Clause] = sorted((*query.segments, *query.clauses), key=lambda part: part.start)
    return " ".join(_printed(part, query, options) for part in parts)


def phrase_part(query: SegmentedQuery, options: Options) -> str:
    return " ".join(print_quotes(one.words, Flat.from_lengths([len(one.words)])) for one in query.phrases(options.min_confidence))


def _printed(part: QuerySegment | Clause, query: SegmentedQuery, options: Options) -> str:
    if isinstance(part, Clause):
        return " ".join(query.text[part.start : part.end].split())
    size = len(part.words)
    return print_quotes(part.words, Flat.from_lengths([size] if is_sure(part, options.min_confidence) else [1] * size))


ENGINE = Engine("quotes", 'quote form: "new york" times', quotes, phrases=phrase_part)
