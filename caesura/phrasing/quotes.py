"""Quote form: what a person types into a search box, and what most engines read as phrases."""

from __future__ import annotations

from caesura.phrasing.options import Options
from caesura.phrasing.query import SegmentedQuery, is_sure
from caesura.shapes import Flat, print_quotes


def quotes(query: SegmentedQuery, options: Options) -> str:
    """`"new york" times`; a segment that is not sure enough loses its quotes."""
    lengths: list[int] = []
    for segment in query.segments:
        size = len(segment.words)
        lengths += [size] if is_sure(segment, options.min_confidence) else [1] * size
    return print_quotes(query.words, Flat.from_lengths(lengths))
