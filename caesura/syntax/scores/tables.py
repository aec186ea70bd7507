"""Methods side by side on a treebank of queries: tables 2, 5 and 6 of Pinter et al. 2016."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from caesura.foundation import Advance, fingerprint, signature, unwatched
from caesura.lexicon import is_default, lexicon_fact
from caesura.syntax.methods.base import Order, Parsed, SyntaxMethod, Tools
from caesura.syntax.parsing.parse import Parser, parse_segments
from caesura.syntax.scores.attachment import pool, score
from caesura.syntax.scores.subsets import scores_by_subset
from caesura.syntax.treebank.reading import TreebankQuery


@dataclass(frozen=True)
class MethodResult:
    """The forests that one method gives on a treebank, and its figures by subset."""

    method: str
    order: Order
    parsed: list[Parsed]
    rows: list[dict[str, Any]]


def data_signature(name: str, queries: Sequence[TreebankQuery], tools: Tools, **facts: object) -> str:
    """Everything that decides the figures on a treebank; what ships with Caesura is not named."""
    words = (" ".join(query.words) + " " + " ".join(map(str, query.forest.heads)) for query in queries)
    lexicon = tools.given_lexicon
    given = {
        "question_rule": None if tools.question_rule else "off",
        "model": None if tools.given_model is None else tools.given_model.fingerprint,
        "hand_model": None if tools.given_supervised is None else tools.given_supervised.fingerprint,
        "templates": None if tools.given_templates is None else tools.given_templates.fingerprint,
        "lexicon": None if lexicon is None or is_default(lexicon) else lexicon_fact(lexicon),
    }
    return signature(data=f"{name}#{fingerprint(words)}", queries=len(queries), parser=parser_fact(tools.parser), **facts, **given)


def parser_fact(parser: Parser) -> str:
    """What signatures say of a parser: `default`, or its name and fingerprint, whatever folder its file lies in."""
    if parser.name == "default":
        return parser.name
    kind, colon, model = parser.name.rpartition(":")
    return f"{kind}{colon}{Path(model).name}#{parser.fingerprint}"


def evaluate_methods(
    name: str,
    queries: Sequence[TreebankQuery],
    methods: Sequence[SyntaxMethod],
    tools: Tools,
    advance: Advance = unwatched,
) -> list[MethodResult]:
    """Each method on every query, scored on the five subsets; `advance` is called after each method."""
    tags = [tools.tagger(query.words) for query in queries]
    confidences = [parse.confidence for parse in tools.parser.parse_many([query.words for query in queries])]
    gold = [query.forest for query in queries]
    results = []
    for method in methods:
        parsed = method.on_treebank(queries, tools)
        scored = scores_by_subset(gold, [one.parse.forest for one in parsed], tags, confidences)
        signed = data_signature(
            name, queries, tools, method=method.name, order=tools.order.value, folds=tools.folds, seed=tools.seed
        )
        named = {"method": method.name, "group": method.group, "order": tools.order.value}
        rows = [{**named, **row, "signature": signed} for row in scored]
        results.append(MethodResult(method.name, tools.order, parsed, rows))
        advance(1)
    return results


def both_orders(name: str, queries: Sequence[TreebankQuery], methods: Sequence[SyntaxMethod], tools: Tools) -> list[dict[str, Any]]:
    """UAS of the pipelines with either step first (the paper found the first order slightly better)."""
    rows = []
    for order in Order:
        for result in evaluate_methods(name, queries, methods, replace(tools, order=order)):
            whole = next(row for row in result.rows if row["subset"] == "all")
            rows.append({"method": result.method, "order": order.value, "uas": whole["uas"], "las": whole["las"]})
    return rows


def compare_parsers(queries: Sequence[TreebankQuery], parsers: Iterable[Parser]) -> list[dict[str, Any]]:
    """UAS of parsers on gold segments and on whole queries (table 2)."""
    rows = []
    for parser in parsers:
        whole = pool(
            score(query.forest, parse.forest)
            for query, parse in zip(queries, parser.parse_many([query.words for query in queries]), strict=True)
        )
        cut = pool(score(query.forest, parse_segments(parser, query.words, query.forest.segments).forest) for query in queries)
        rows.append(
            {
                "parser": parser.name,
                "segmented_uas": cut.uas,
                "whole_uas": whole.uas,
                "segmented_las": cut.las,
                "whole_las": whole.las,
                "tag_accuracy": whole.tag_accuracy,
            }
        )
    return rows
