"""Ens in the paper: a break wherever the distant or the supervised CRF breaks; then the parser."""

from __future__ import annotations

from collections.abc import Sequence

from caesura.shapes import Flat
from caesura.syntax.methods.base import Parsed, SyntaxMethod, Tools, run_steps, segment_unless_question
from caesura.syntax.methods.supervised import supervised_segments
from caesura.syntax.treebank.reading import TreebankQuery


def _on_treebank(queries: Sequence[TreebankQuery], tools: Tools) -> list[Parsed]:
    parsed = []
    for query, supervised in zip(queries, supervised_segments(queries, tools), strict=True):
        distant = segment_unless_question(query.words, tools.tagger(query.words), tools.model.segment, tools)
        either = Flat(tuple(one | other for one, other in zip(distant.breaks, supervised.breaks, strict=True)))
        parsed.append(run_steps(query.words, either, tools))
    return parsed


METHOD = SyntaxMethod(
    "ensemble",
    "ensemble",
    "a break where the distant or the supervised CRF breaks, then the parser",
    _on_treebank,
    aliases=("ens",),
)
