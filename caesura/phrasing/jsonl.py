"""One JSON object for a query: every segment with its offsets, score and probability, for programs of your own."""

from __future__ import annotations

from typing import Any

from caesura.phrasing.engines import Engine
from caesura.phrasing.options import Options
from caesura.phrasing.query import Clause, SegmentedQuery, is_sure
from caesura.phrasing.wanted import wanted_phrases


def jsonl(query: SegmentedQuery, options: Options) -> dict[str, Any]:
    """Offsets count characters of the query from 0, `end` is one past the last; unknown figures are left out.

    What the user marked stands in `clauses`, where there is any.
    """
    document = {
        "query": query.text,
        "segments": [
            {
                "text": query.text[segment.start : segment.end],
                "start": segment.start,
                "end": segment.end,
                "words": len(segment.words),
                "phrase": len(segment.words) > 1 and is_sure(segment, options.min_confidence),
            }
            | {name: value for name, value in (("score", segment.score), ("probability", segment.probability)) if value is not None}
            for segment in query.segments
        ],
    }
    return document | ({"clauses": [_clause(clause) for clause in query.clauses]} if query.clauses else {})


def phrase_part(query: SegmentedQuery, options: Options) -> dict[str, Any]:
    """The phrases with what any engine needs of them: boost and slop."""
    return {
        "query": query.text,
        "phrases": [
            {"text": one.text, "boost": one.boost, "slop": one.slop}
            | ({} if one.probability is None else {"probability": one.probability})
            for one in wanted_phrases(query, options)
        ],
    }


def _clause(clause: Clause) -> dict[str, Any]:
    return {
        "occur": clause.occur,
        "start": clause.start,
        "end": clause.end,
        "alternatives": [
            {"text": term.text, "start": term.start, "end": term.end, "quoted": term.quoted}
            | ({} if term.field is None else {"field": term.field})
            for term in clause.alternatives
        ],
    }


ENGINE = Engine("jsonl", "segments with offsets, scores and probabilities", jsonl, phrases=phrase_part)
