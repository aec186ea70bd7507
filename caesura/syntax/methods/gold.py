"""The gold segments, each parsed by itself: what a perfect segmenter would give the parser."""

from __future__ import annotations

from collections.abc import Sequence

from caesura.syntax.methods.base import Parsed, SyntaxMethod, Tools, run_steps
from caesura.syntax.treebank.reading import TreebankQuery


def _on_treebank(queries: Sequence[TreebankQuery], tools: Tools) -> list[Parsed]:
    return [run_steps(query.words, query.forest.segments, tools) for query in queries]


METHOD = SyntaxMethod("gold", "benchmark", "segments of the treebank, then the parser", _on_treebank)
