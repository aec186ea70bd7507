"""The CRF from queries that people segmented: lines in pipe form, or a treebank of queries; measured in folds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from caesura.foundation import (
    Advance,
    InputError,
    PathLike,
    check_folds,
    each_fold,
    lines,
    shuffled,
    unwatched,
    without_compression,
)
from caesura.shapes import parse_pipe
from caesura.syntax.crf.example import CrfExample
from caesura.syntax.crf.model import BreakModel
from caesura.syntax.crf.training import CrfOptions, train_break_model
from caesura.syntax.marks import bare_treebank
from caesura.syntax.treebank.reading import read_treebank
from caesura.tagging import default_tagger


def read_segmented(path: PathLike) -> list[CrfExample]:
    """Queries with their segments: `paper planes|how to fold` on each line, or a treebank (.conllu)."""
    tagger = default_tagger()
    if without_compression(str(path)).endswith(".conllu"):
        return [CrfExample(query.words, tagger(query.words), query.forest.segments) for query in bare_treebank(read_treebank(path))]
    examples = []
    for number, line in lines(path):
        if not line.strip():
            continue
        try:
            words, flat = parse_pipe(line)
        except InputError as error:
            raise error.at(path, number) from None
        examples.append(CrfExample(words, tagger(words), flat))
    if not examples:
        raise InputError("holds no query", cure="write one per line, as a b|c", file=path)
    return examples


def train_from_segmented(
    examples: Sequence[CrfExample],
    options: CrfOptions | None = None,
    *,
    folds: int = 5,
    seed: int = 1,
    card: dict[str, Any] | None = None,
    advance: Advance = unwatched,
) -> tuple[BreakModel, dict[str, Any]]:
    """The CRF of all queries, and how those of the folds do on the queries they did not see."""
    check_folds(folds, len(examples))
    right = predicted = gold = 0
    for known, asked in each_fold(shuffled(len(examples), folds, seed), folds):
        model = train_break_model([examples[at] for at in known], options)
        for at in asked:
            ours = set(model.segment(examples[at].words, examples[at].tags).spans)
            wanted = set(examples[at].flat.spans)
            right, predicted, gold = right + len(ours & wanted), predicted + len(ours), gold + len(wanted)
    model = train_break_model(examples, options, {**(card or {}), "by_hand": True}, advance)
    several = sum(any(example.flat.breaks) for example in examples)
    facts = {"queries": len(examples), "multi_segment": several, "folds": folds}
    return model, {**facts, "segment_f1": Fraction(2 * right, predicted + gold)}
