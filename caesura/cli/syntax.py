"""`caesura syntax`: treebanks of queries, parsers and segmenters: check, measure, train."""

from __future__ import annotations

from typing import Annotated

import typer

from caesura.cli.output import Format, FormatOption, print_facts, print_rows
from caesura.cli.progress import progress
from caesura.cli.syntax_cues import cues
from caesura.cli.syntax_evaluate import evaluate
from caesura.cli.syntax_intent import intent, train_intent
from caesura.cli.syntax_train_parser import train_parser
from caesura.cli.syntax_train_segmenter import train_segmenter

app = typer.Typer(no_args_is_help=True, help="Treebanks of queries, parsers and syntactic segmenters: check, measure, train.")

app.command("train-parser", epilog="Example:  caesura syntax train-parser train.conllu --development dev.conllu -o my.parser")(
    train_parser
)
app.command(epilog="Example:  caesura syntax cues pairs.tsv --output segmented.txt")(cues)
app.command("train-segmenter", epilog="Example:  caesura syntax train-segmenter pairs.tsv -o breaks.weights")(train_segmenter)
app.command(epilog="Example:  caesura syntax evaluate treebank.conllu --method distant,parser-only")(evaluate)
app.command(epilog='Example:  caesura syntax intent "paper planes how to make"')(intent)
app.command("train-intent", epilog="Example:  caesura syntax train-intent pairs.tsv --log queries.txt -o my.weights")(train_intent)


@app.command(epilog="Example:  caesura syntax validate treebank.conllu")
def validate(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Forests in CoNLL-U, with Segment=k in MISC.")],
    format: FormatOption = Format.TABLE,
) -> None:
    """Check a treebank of queries: contiguous, projective trees, one root per segment. Names every fault; exit code 1 if any."""
    from caesura.syntax import validate_treebank

    check = validate_treebank(file)
    if format in (Format.JSON, Format.JSONL):
        faults = [{"line": fault.line, "problem": fault.problem, "cure": fault.cure} for fault in check.faults]
        counts = {name: getattr(check, name) for name in ("queries", "words", "segments", "multi_segment")}
        print_facts({**counts, "faults": faults}, format)
    elif check.faults:
        for fault in check.faults:
            typer.echo(str(fault.error(file)))
    else:
        typer.echo(
            f"{file}: no faults in {check.queries} queries, {check.words} words,"
            f" {check.segments} segments ({check.multi_segment} queries have several)"
        )
    if check.faults:
        raise typer.Exit(1)


@app.command(epilog="Example:  caesura syntax profile queries.txt titles.txt")
def profile(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Queries, one per line, or any treebank (.conllu).")],
    parser: Annotated[str, typer.Option("--parser", help="The parser for plain queries: default, spacy:NAME, ...")] = "default",
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, help="Use only this many queries of each file, from its start.")
    ] = None,
    sentences: Annotated[bool, typer.Option("--sentences", help="Count each sentence of a line by itself.")] = False,
    format: FormatOption = Format.TABLE,
) -> None:
    """Show how complex queries are: words, depth of trees, tags of the roots, and the parser's confidence."""
    from caesura.syntax import parser_named, profile_file

    opened = parser_named(parser)
    rows = []
    for file in files:
        with progress(f"parsing {file}", None, unit="queries") as advance:
            rows.append({"file": file, **profile_file(file, opened, limit=limit, sentences=sentences, advance=advance).as_json()})
    if format in (Format.JSON, Format.JSONL):
        print_rows(rows, format)
        return
    shown = ["file", "queries", "words", "median_depth", "mean_depth", "noun_roots", "verb_roots", "segments", "confidence"]
    print_rows(rows, format, columns=shown)
