"""DistPipe in the paper: the CRF learned from cue-segmented queries, then the parser; no query was segmented or parsed by hand."""

from __future__ import annotations

from caesura.shapes import Words
from caesura.syntax.methods.base import Parsed, SyntaxMethod, Tools, by_segmenting, each


def _on_query(words: Words, tools: Tools) -> Parsed:
    return by_segmenting(tools.model.segment)(words, tools)


METHOD = SyntaxMethod(
    "distant",
    "distant supervision",
    "CRF learned from cues, then the parser",
    each(_on_query),
    _on_query,
    aliases=("distpipe",),
    uses_cue_model=True,
)
