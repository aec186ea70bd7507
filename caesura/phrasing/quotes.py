"""Quote form: what a person types into a search box, and what most engines read as phrases."""

from __future__ import annotations

from caesura.phrasing.engines import Engine
from caesura.phrasing.options import Options
from caesura.phrasing.query import Clause, QuerySegment, SegmentedQuery, is_sure
from caesura.phrasing.user_syntax import QUOTE_MARKS
from caesura.shapes import Flat, print_quotes


def quotes(query: SegmentedQuery, options: Options) -> str:
    """`"new york" times -square`; a segment that is not sure enough loses its quotes, what the user marked stays as typed."""
    parts: list[QuerySegment | Clause] = sorted((*query.segments, *query.clauses), key=lambda part: part.start)
    # Behind a quote that the user never closed (`-"a b c`) one of ours would close it.
    never_closed = min((clause.start for clause in query.clauses if _has_a_lone_quote(clause)), default=len(query.text))
    return " ".join(_printed(part, query, options, may_quote=part.start < never_closed) for part in parts)


def phrase_part(query: SegmentedQuery, options: Options) -> str:
    return " ".join(print_quotes(one.words, Flat.from_lengths([len(one.words)])) for one in query.phrases(options.min_confidence))


def _has_a_lone_quote(clause: Clause) -> bool:
    return any(mark in word for term in clause.alternatives if not term.quoted for word in term.words for mark in QUOTE_MARKS)


def _printed(part: QuerySegment | Clause, query: SegmentedQuery, options: Options, may_quote: bool) -> str:
    if isinstance(part, Clause):
        return " ".join(query.text[part.start : part.end].split())
    size = len(part.words)
    together = may_quote and is_sure(part, options.min_confidence)
    return print_quotes(part.words, Flat.from_lengths([size] if together else [1] * size))


ENGINE = Engine("quotes", 'quote form: "new york" times', quotes, phrases=phrase_part)
