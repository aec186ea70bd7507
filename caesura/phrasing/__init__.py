"""From a segmentation to the query an engine takes, and the choice which segments become phrases at all.

Phrases raise documents, they do not remove any, unless `mode="filter"` asks for it. Whatever the user typed, the
result parses: escaping is part of the work. One short file for each engine, all registered in `ENGINES`.

`decide` and `SelectiveSegmenter` phrase only what is likely enough to be right. They need the segmenters, which are loaded when
first asked for: who brings segments along does not wait for them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from caesura.phrasing.engines import ENGINES, Engine, Phrased, engine_named, one_line, phrase, url_query
from caesura.phrasing.options import Field, Mode, Operator, Options, parse_fields
from caesura.phrasing.query import Segment, Segmentation, SegmentedQuery, from_segmentation, segmented_query
from caesura.phrasing.reading import read_bars_or_quotes, read_json, read_pipe, read_quotes

if TYPE_CHECKING:
    from caesura.phrasing.decision import Decision, decide
    from caesura.phrasing.selective import KnowsSegments, SelectiveSegmenter, segment_chances

__all__ = [
    "ENGINES",
    "Decision",
    "Engine",
    "Field",
    "KnowsSegments",
    "Mode",
    "Operator",
    "Options",
    "Phrased",
    "Segment",
    "Segmentation",
    "SegmentedQuery",
    "SelectiveSegmenter",
    "decide",
    "engine_named",
    "from_segmentation",
    "one_line",
    "parse_fields",
    "phrase",
    "read_bars_or_quotes",
    "read_json",
    "read_pipe",
    "read_quotes",
    "segment_chances",
    "segmented_query",
    "url_query",
]

_LATER = {
    **dict.fromkeys(("Decision", "decide"), "decision"),
    **dict.fromkeys(("KnowsSegments", "SelectiveSegmenter", "segment_chances"), "selective"),
}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
