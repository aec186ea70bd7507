"""Everything that is measured of syntactic methods: on a treebank of queries, on comma queries, on synthetic queries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caesura.foundation import Advance, InputError, PathLike, input_name, unwatched
from caesura.syntax.marks import bare_treebank
from caesura.syntax.methods.base import SyntaxMethod, Tools
from caesura.syntax.parsing.parse import Parser
from caesura.syntax.scores.comma_queries import comma_queries
from caesura.syntax.scores.coverage import question_coverage
from caesura.syntax.scores.error_classes import error_classes
from caesura.syntax.scores.question_rule import question_rule
from caesura.syntax.scores.synthetic import synthetic_queries, treebank_questions
from caesura.syntax.scores.tables import both_orders, compare_parsers, evaluate_methods
from caesura.syntax.treebank.reading import read_treebank


def evaluate_syntax(
    methods: Sequence[SyntaxMethod],
    tools: Tools,
    *,
    treebank: PathLike | None = None,
    commas: PathLike | None = None,
    synthetic: PathLike | None = None,
    parsers: Sequence[Parser] = (),
    orders: bool = False,
    advance: Advance = unwatched,
) -> dict[str, Any]:
    """One document: `methods`, `parsers`, `question_rule`, `errors`, `questions` and `orders` on a treebank, `commas`, `synthetic`.

    `advance` is called after each method on each of the three.
    """
    document: dict[str, Any] = {}
    if treebank is not None:
        document |= _on_treebank(treebank, methods, tools, parsers, orders, advance)
    if commas is not None:
        results = evaluate_methods(input_name(commas), comma_queries(commas), methods, tools, advance)
        document["commas"] = [_segments_only(row) for result in results for row in result.rows if row["subset"] == "all"]
    if synthetic is not None:
        queries = synthetic_queries(treebank_questions(synthetic), seed=tools.seed)
        if not queries:
            raise InputError("holds no question to build a query from", cure="name a treebank of sentences", file=synthetic)
        results = evaluate_methods(input_name(synthetic), queries, methods, tools, advance)
        document["synthetic"] = [row for result in results for row in result.rows]
    if not document:
        raise InputError("nothing to evaluate on", cure="name a treebank, or use --commas or --synthetic")
    return document


def _on_treebank(
    treebank: PathLike,
    methods: Sequence[SyntaxMethod],
    tools: Tools,
    parsers: Sequence[Parser],
    orders: bool,
    advance: Advance,
) -> dict[str, Any]:
    name = input_name(treebank)
    queries = bare_treebank(read_treebank(treebank))
    results = evaluate_methods(name, queries, methods, tools, advance)
    document: dict[str, Any] = {
        "methods": [row for result in results for row in result.rows],
        "parsers": compare_parsers(queries, parsers or [tools.parser]),
        "question_rule": question_rule(queries),
        "errors": {
            result.method: error_classes(queries, [parsed.parse.forest.segments for parsed in result.parsed])
            for result in results
            if result.method != "gold"
        },
        "questions": question_coverage(queries, tools.questions),
    }
    if orders:
        document["orders"] = both_orders(name, queries, [method for method in methods if method.two_steps], tools)
    return document


def _segments_only(row: dict[str, Any]) -> dict[str, Any]:
    """Comma queries have no gold trees: their heads say nothing."""
    kept = ("method", "group", "order", "subset", "queries", "segment_precision", "segment_recall", "segment_f1", "signature")
    return {key: row[key] for key in kept}
