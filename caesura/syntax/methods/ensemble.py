"""Ens in the paper: a break wherever the distant or the supervised CRF breaks; then the parser."""

from __future__ import annotations

from collections.abc import Sequence

from caesura.shapes import Flat, Words
from caesura.syntax.methods.base import Parsed, SyntaxMethod, Tools, by_segmenting, run_steps, segment_unless_question
from caesura.syntax.methods.supervised import supervised_segments
from caesura.syntax.treebank.reading import TreebankQuery
from caesura.tagging import Tags


def _either(one: Flat, other: Flat) -> Flat:
    return Flat(tuple(here | there for here, there in zip(one.breaks, other.breaks, strict=True)))


def _on_treebank(queries: Sequence[TreebankQuery], tools: Tools) -> list[Parsed]:
    parsed = []
    for query, supervised in zip(queries, supervised_segments(queries, tools), strict=True):
        distant = segment_unless_question(query.words, tools.tagger(query.words), tools.model.segment, tools)
        parsed.append(run_steps(query.words, _either(distant, supervised), tools))
    return parsed


def _on_query(words: Words, tools: Tools) -> Parsed:
    def segmenting(asked: Words, tags: Tags) -> Flat:
        return _either(tools.model.segment(asked, tags), tools.supervised.segment(asked, tags))

    return by_segmenting(segmenting)(words, tools)


METHOD = SyntaxMethod(
    "ensemble",
    "ensemble",
    "a break where the distant or the supervised CRF breaks, then the parser",
    _on_treebank,
    _on_query,
    aliases=("ens",),
    uses_cue_model=True,
    needs_hand_model=True,
)
