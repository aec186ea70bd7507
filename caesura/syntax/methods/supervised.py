"""Sup in the paper: the same CRF learned from hand-segmented queries, five folds; then the parser."""

from __future__ import annotations

from collections.abc import Sequence

from caesura.foundation import each_fold, shuffled
from caesura.shapes import Flat
from caesura.syntax.crf.example import CrfExample
from caesura.syntax.methods.base import Parsed, SyntaxMethod, Tools, run_steps, segment_unless_question
from caesura.syntax.treebank.reading import TreebankQuery


def supervised_segments(queries: Sequence[TreebankQuery], tools: Tools) -> list[Flat]:
    """Each query cut by a CRF that learned from the other folds."""
    from caesura.syntax.crf.training import train_break_model

    tags = [tools.tagger(query.words) for query in queries]
    segments: dict[int, Flat] = {}
    for known, asked in each_fold(shuffled(len(queries), tools.folds, tools.seed), tools.folds):
        model = train_break_model([CrfExample(queries[at].words, tags[at], queries[at].forest.segments) for at in known])
        for at in asked:
            segments[at] = segment_unless_question(queries[at].words, tags[at], model.segment, tools)
    return [segments[at] for at in range(len(queries))]


def _on_treebank(queries: Sequence[TreebankQuery], tools: Tools) -> list[Parsed]:
    flats = supervised_segments(queries, tools)
    return [run_steps(query.words, flat, tools) for query, flat in zip(queries, flats, strict=True)]


METHOD = SyntaxMethod(
    "supervised", "supervised", "CRF learned from the treebank's other folds, then the parser", _on_treebank, aliases=("sup",)
)
