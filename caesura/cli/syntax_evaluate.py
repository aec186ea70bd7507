"""`caesura syntax evaluate`: methods of segmenting and parsing side by side, on a treebank of queries and beyond."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caesura.cli.output import Format, FormatOption, print_facts, print_rows
from caesura.cli.progress import progress
from caesura.foundation import InputError, one_of, shared_signature

if TYPE_CHECKING:
    from caesura.syntax import MethodResult, Tools, TreebankQuery

Row = dict[str, Any]

_SHORT = {
    "all": "all",
    "content-words": "content words",
    "low-confidence": "low confidence",
    "multi-segment": "multi-segment",
    "single-segment": "single-segment",
}
_TABLES = {"5": ("all", "content-words", "low-confidence"), "6": ("multi-segment", "single-segment")}


def evaluate(
    treebank: Annotated[str | None, typer.Argument(metavar="TREEBANK", help="Forests in CoNLL-U, with Segment=k in MISC.")] = None,
    method: Annotated[str, typer.Option("--method", "-m", metavar="A,B", help="Methods; all is every one.")] = "all",
    parser: Annotated[
        str,
        typer.Option("--parser", metavar="A,B", help="Parsers; the first one works in the methods, all are compared (table 2)."),
    ] = "default",
    order: Annotated[
        str, typer.Option("--order", help="segment-first, parse-first, or both for a table of the two.")
    ] = "segment-first",
    model: Annotated[str | None, typer.Option("--model", metavar="FILE", help="A model of breaks of your own.")] = None,
    templates: Annotated[str | None, typer.Option("--templates", metavar="FILE", help="Question templates of your own.")] = None,
    lexicon: Annotated[str | None, typer.Option("--lexicon", "-l", metavar="FILE", help="Counts for the language model.")] = None,
    folds: Annotated[int, typer.Option("--folds", min=2, help="Folds of the methods that learn from the treebank.")] = 5,
    seed: Annotated[int, typer.Option("--seed", help="Draws the folds and the made queries.")] = 1,
    question_rule: Annotated[
        bool, typer.Option("--question-rule/--no-question-rule", help="Leave queries that begin as a question whole.")
    ] = True,
    commas: Annotated[
        str | None, typer.Option("--commas", metavar="FILE", help="keywords, with commas<TAB>question: test on the held-out ones.")
    ] = None,
    synthetic: Annotated[
        str | None,
        typer.Option("--synthetic", metavar="FILE", help="A treebank of sentences: test on queries made from its questions."),
    ] = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Tables 2, 5 and 6 of Pinter et al. 2016 on your treebank, with the WH rule, the classes of errors and the questions found."""
    from caesura import syntax

    tools = _tools(parser.split(",")[0], order, model, templates, lexicon, folds, seed, question_rule)
    methods = [one.name for one in syntax.SYNTAX_METHODS.several(method)]
    document: Row = {}
    if treebank is not None:
        queries = syntax.bare_treebank(syntax.read_treebank(treebank))
        results = _evaluated(Path(treebank).stem, queries, methods, tools)
        document["methods"] = [row for result in results for row in result.rows]
        document["parsers"] = syntax.parsers_on_queries(queries, map(syntax.parser_named, parser.split(",")))
        document["question_rule"] = syntax.question_rule(queries)
        document["errors"] = {
            result.method: syntax.error_classes(queries, [one.parse.forest.segments for one in result.parsed])
            for result in results
            if result.method != "gold"
        }
        document["questions"] = syntax.question_coverage(queries, tools.questions)
        if order == "both":
            document["orders"] = syntax.both_orders(Path(treebank).stem, queries, [m for m in methods if m in _PIPELINES], tools)
    if commas is not None:
        document["commas"] = _segments_only(_evaluated(Path(commas).stem, syntax.comma_queries(commas), methods, tools))
    if synthetic is not None:
        made = syntax.synthetic_queries(syntax.treebank_questions(synthetic), seed=seed)
        if not made:
            raise InputError("holds no question to make a query from", cure="name a treebank of sentences", file=synthetic)
        document["synthetic"] = [row for result in _evaluated(Path(synthetic).stem, made, methods, tools) for row in result.rows]
    if not document:
        raise InputError("nothing to evaluate on", cure="name a treebank, or use --commas or --synthetic")
    if format in (Format.JSON, Format.JSONL):
        print_facts(document, format)
    else:
        _print(document, format)


#: Methods for which the order of the steps makes a difference.
_PIPELINES = ("gold", "ens", "sup", "distpipe", "lm")


def _tools(
    parser: str,
    order: str,
    model: str | None,
    templates: str | None,
    lexicon: str | None,
    folds: int,
    seed: int,
    question_rule: bool,
) -> Tools:
    from caesura import syntax
    from caesura.cli.lexicon_option import opened_lexicon

    one_of("order", order, (*syntax.Order, "both"))
    return syntax.Tools(
        given_parser=syntax.parser_named(parser),
        given_model=None if model is None else syntax.load_break_model(model),
        given_templates=None if templates is None else syntax.load_templates(templates),
        given_lexicon=opened_lexicon(lexicon),
        lexicon_name=None if lexicon is None else Path(lexicon).name,
        order=syntax.Order.SEGMENT_FIRST if order == "both" else syntax.Order(order),
        folds=folds,
        seed=seed,
        question_rule=question_rule,
    )


def _evaluated(name: str, queries: Sequence[TreebankQuery], methods: Sequence[str], tools: Tools) -> list[MethodResult]:
    from caesura.syntax import evaluate_methods

    with progress(f"evaluating on {name}", len(methods), unit="methods") as advance:
        return evaluate_methods(name, queries, methods, tools, advance)


def _segments_only(results: Sequence[MethodResult]) -> list[Row]:
    """Comma queries have no gold trees: their heads say nothing."""
    kept = ("method", "group", "order", "subset", "queries", "segment_precision", "segment_recall", "segment_f1", "signature")
    return [{key: row[key] for key in kept} for result in results for row in result.rows if row["subset"] == "all"]


def _print(document: Row, format: Format) -> None:
    for name, title in (("methods", ""), ("synthetic", ", queries made from known trees")):
        for table, subsets in _TABLES.items():
            if name in document:
                _print_table(document[name], subsets, f"Table {table}{title}", format)
    if "commas" in document:
        columns = ("method", "queries", "segment_precision", "segment_recall", "segment_f1")
        print_rows(document["commas"], format, title="Keyword queries, held out: commas are the breaks", columns=columns)
    if "methods" not in document:
        return
    print_rows(document["parsers"], format, title="Table 2: parsers on segmented and on whole queries")
    if "orders" in document:
        print_rows(document["orders"], format, title="Either step first")
    print_facts(document["question_rule"], format, title="Queries that begin as a question are taken to be one segment")
    print_facts(document["questions"], format, title="Questions inferred")
    _print_errors(document["errors"], format)
    if format is Format.TABLE:
        typer.echo(f"signature: {shared_signature(row['signature'] for row in document['methods'])}")


def _print_table(rows: Sequence[Row], subsets: Sequence[str], title: str, format: Format) -> None:
    shown = []
    for method in dict.fromkeys(row["method"] for row in rows):
        by_subset = {row["subset"]: row for row in rows if row["method"] == method}
        line: Row = {"method": method}
        for subset in subsets:
            line[f"{_SHORT[subset]} F1"] = by_subset[subset]["segment_f1"]
            line[f"{_SHORT[subset]} UAS"] = by_subset[subset]["uas"]
        shown.append(line)
    sizes = {row["subset"]: row["queries"] for row in rows}
    counted = ", ".join(f"{_SHORT[subset]} {sizes[subset]}" for subset in subsets)
    print_rows(shown, format, title=f"{title} (queries: {counted})")


def _print_errors(errors: dict[str, Row], format: Format) -> None:
    rows = [
        {
            "method": method,
            **{f"cut: {name}": count for name, count in found["false_positives"].items()},
            "at question word": found["at_question_word"],
            **{f"whole: {name}": count for name, count in found["false_negatives"].items()},
        }
        for method, found in errors.items()
    ]
    print_rows(rows, format, title="Errors: one segment cut, several left whole")
