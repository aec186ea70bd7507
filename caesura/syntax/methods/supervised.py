"""Sup in the paper: the same CRF learned from hand-segmented queries; then the parser.

On a treebank each query is cut by a CRF that learned from the other folds; with a model of your own, by that.
"""

from __future__ import annotations

from collections.abc import Sequence

from caesura.foundation import each_fold, shuffled
from caesura.shapes import Flat, Words
from caesura.syntax.crf.example import CrfExample
from caesura.syntax.methods.base import Parsed, SyntaxMethod, Tools, by_segmenting, run_steps, segment_unless_question
from caesura.syntax.treebank.reading import TreebankQuery


def supervised_segments(queries: Sequence[TreebankQuery], tools: Tools) -> list[Flat]:
    """Where each query is cut."""
    from caesura.syntax.crf.training import train_break_model

    tags = [tools.tagger(query.words) for query in queries]
    given = tools.given_supervised
    if given is not None:
        return [segment_unless_question(query.words, tags[at], given.segment, tools) for at, query in enumerate(queries)]
    segments: dict[int, Flat] = {}
    for known, asked in each_fold(shuffled(len(queries), tools.folds, tools.seed), tools.folds):
        model = train_break_model([CrfExample(queries[at].words, tags[at], queries[at].forest.segments) for at in known])
        for at in asked:
            segments[at] = segment_unless_question(queries[at].words, tags[at], model.segment, tools)
    return [segments[at] for at in range(len(queries))]


def _on_treebank(queries: Sequence[TreebankQuery], tools: Tools) -> list[Parsed]:
    flats = supervised_segments(queries, tools)
    return [run_steps(query.words, flat, tools) for query, flat in zip(queries, flats, strict=True)]


def _on_query(words: Words, tools: Tools) -> Parsed:
    return by_segmenting(tools.supervised.segment)(words, tools)


METHOD = SyntaxMethod(
    "supervised",
    "supervised",
    "CRF learned from hand-segmented queries, then the parser",
    _on_treebank,
    _on_query,
    aliases=("sup",),
    needs_hand_model=True,
)
