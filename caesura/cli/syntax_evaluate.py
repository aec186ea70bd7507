"""`caesura syntax evaluate`: methods of segmenting and parsing side by side, on a treebank of queries and beyond."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from caesura.cli.choices import choice
from caesura.cli.output import Format, FormatOption, print_facts, print_rows
from caesura.cli.progress import progress
from caesura.cli.syntax_model_options import BreakModelsOption, LanguageModelOption, TemplatesOption
from caesura.foundation import one_of, shared_signature

Row = dict[str, Any]

# Columns of the tables, as the paper heads them.
_SHORT = {
    "all": "all",
    "content-words": "content words",
    "low-confidence": "low confidence",
    "multi-segment": "multi-segment",
    "single-segment": "single-segment",
}
_TABLES = {"5": ("all", "content-words", "low-confidence"), "6": ("multi-segment", "single-segment")}
_BOTH = "both"


def evaluate(
    treebank: Annotated[str | None, typer.Argument(metavar="TREEBANK", help="Forests in CoNLL-U, with Segment=k in MISC.")] = None,
    method: Annotated[
        str, choice("syntax:SYNTAX_METHODS", "--method", "-m", metavar="A,B", help="Methods, comma-separated, or all")
    ] = "all",
    parser: Annotated[
        str,
        typer.Option("--parser", metavar="A,B", help="Parsers; the methods use the first one, all are compared (table 2)."),
    ] = "default",
    order: Annotated[
        str, typer.Option("--order", help="segment-first, parse-first, or both for a table of the two.")
    ] = "segment-first",
    model: BreakModelsOption = None,
    templates: TemplatesOption = None,
    language_model: LanguageModelOption = None,
    lexicon: Annotated[str | None, typer.Option("--lexicon", "-l", metavar="FILE", help="Counts for the language model.")] = None,
    folds: Annotated[int, typer.Option("--folds", min=2, help="Folds for the methods that learn from the treebank.")] = 5,
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same folds and synthetic queries.")] = 1,
    question_rule: Annotated[
        bool, typer.Option("--question-rule/--no-question-rule", help="Leave queries that begin as a question whole.")
    ] = True,
    commas: Annotated[
        str | None,
        typer.Option("--commas", metavar="FILE", help="Also test on held-out lines of keywords, with commas<TAB>question."),
    ] = None,
    synthetic: Annotated[
        str | None,
        typer.Option(
            "--synthetic", metavar="FILE", help="Also test on queries built from the questions of this treebank of sentences."
        ),
    ] = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Print tables 2, 5 and 6 of Pinter et al. 2016 for your treebank, the WH rule, classes of errors and inferred questions."""
    from caesura.cli.lexicon_option import opened_lexicon
    from caesura.syntax import SYNTAX_METHODS, Order, Tools, evaluate_syntax, parser_named

    one_of("order", order, (*(one.value for one in Order), _BOTH))
    methods = SYNTAX_METHODS.several(method)
    parsers = [parser_named(name) for name in parser.split(",")]
    tools = Tools.from_files(
        parser=parsers[0],
        models=model or (),
        templates=templates,
        language_model=language_model,
        given_lexicon=opened_lexicon(lexicon),
        order=Order.SEGMENT_FIRST if order == _BOTH else Order(order),
        folds=folds,
        seed=seed,
        question_rule=question_rule,
    )
    files = {"treebank": treebank, "commas": commas, "synthetic": synthetic}
    total = len(methods) * sum(file is not None for file in files.values())
    with progress("evaluating", total, unit="methods") as advance:
        document = evaluate_syntax(methods, tools, **files, parsers=parsers, orders=order == _BOTH, advance=advance)
    if format in (Format.JSON, Format.JSONL):
        print_facts(document, format)
    else:
        _print(document, format)


def _print(document: Row, format: Format) -> None:
    for name, title in (("methods", ""), ("synthetic", ", synthetic queries")):
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
    print_facts(document["question_rule"], format, title="Queries that begin as a question count as one segment")
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
            **{f"cut: {name}": count for name, count in classes["false_positives"].items()},
            "at question word": classes["at_question_word"],
            **{f"whole: {name}": count for name, count in classes["false_negatives"].items()},
        }
        for method, classes in errors.items()
    ]
    print_rows(rows, format, title="Errors: one segment cut, several left whole")
