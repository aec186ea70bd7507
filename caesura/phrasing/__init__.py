"""From a segmentation to the query an engine takes, and the choice which segments become phrases at all.

Phrases raise documents, they do not remove any, unless `mode="filter"` asks for it. Whatever the user typed, the
result parses: escaping is part of the work. One short file for each engine, all registered in `ENGINES`.
"""

from caesura.phrasing.engines import ENGINES, Engine, Phrased, engine_named, one_line, phrase, url_query
from caesura.phrasing.options import Field, Mode, Operator, Options, parse_fields
from caesura.phrasing.query import Segment, Segmentation, SegmentedQuery, from_segmentation, segmented_query
from caesura.phrasing.reading import read_bars_or_quotes, read_json, read_pipe, read_quotes

__all__ = [
    "ENGINES",
    "Engine",
    "Field",
    "Mode",
    "Operator",
    "Options",
    "Phrased",
    "Segment",
    "Segmentation",
    "SegmentedQuery",
    "engine_named",
    "from_segmentation",
    "one_line",
    "parse_fields",
    "phrase",
    "read_bars_or_quotes",
    "read_json",
    "read_pipe",
    "read_quotes",
    "segmented_query",
    "url_query",
]
