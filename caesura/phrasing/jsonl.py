"""One JSON object for a query: every segment with its offsets, score and probability, for programs of one's own."""

from __future__ import annotations

from typing import Any

from caesura.phrasing.options import Options
from caesura.phrasing.query import SegmentedQuery, is_sure


def jsonl(query: SegmentedQuery, options: Options) -> dict[str, Any]:
    """Offsets count characters of the query from 0, `end` is one past the last; unknown figures are left out."""
    return {
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
