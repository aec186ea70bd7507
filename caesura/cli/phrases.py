"""`caesura phrases`: a phrase list mined from a query log, for engines and rewriters, and what changed since the last one."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from caesura.cli.choices import choice
from caesura.cli.lexicon_option import lexicon_for
from caesura.cli.model_option import ModelOption
from caesura.cli.output import Format, FormatOption, print_rows
from caesura.cli.progress import progress
from caesura.foundation import InputError, is_stdout, lines, one_of, written
from caesura.phrasing import LIST_FORMATS, Options, list_changes, mine_phrases, parse_fields, read_phrase_list

app = typer.Typer(no_args_is_help=True, help="Phrase lists: mined from query logs, written for engines, compared.")


@app.command(epilog="Example:  caesura phrases mine log.tsv --min-count 20 --format querqy -o rules.txt --previous last-rules.txt")
def mine(
    logs: Annotated[
        list[str], typer.Argument(metavar="LOG...", help="Logs, or lists of queries one per line (last tab column); - is stdin.")
    ],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Where to write; - is stdout, and changes then go to stderr.")
    ] = "-",
    min_count: Annotated[int, typer.Option("--min-count", min=1, help="Leave out phrases that occur less often.")] = 5,
    max_words: Annotated[int, typer.Option("--max-words", min=2, help="Leave out longer phrases.")] = 5,
    min_confidence: Annotated[
        float | None,
        typer.Option("--min-confidence", help="Only segments at least this likely; 0.5 by default for methods with probabilities."),
    ] = None,
    counted: Annotated[bool, typer.Option("--counted", help="Lines are query<TAB>count.")] = False,
    method: Annotated[str | None, choice("segmenters:METHODS", "--method", "-m", help="How to segment the queries")] = None,
    lexicon: Annotated[str | None, typer.Option("--lexicon", "-l", help="Counts and titles for the method.")] = None,
    model: ModelOption = None,
    field: Annotated[
        list[str] | None, typer.Option("--field", help="A field for querqy's phrases, as title^2; repeatable.")
    ] = None,
    boost: Annotated[float, typer.Option("--boost", help="The boost in querqy's rules.")] = Options().boost,
    growth: Annotated[float, typer.Option("--growth", help="Multiply it by the probability to this power.")] = Options().growth,
    previous: Annotated[
        str | None, typer.Option("--previous", metavar="FILE", help="The last export, in any format: print what changed.")
    ] = None,
    lenient: Annotated[bool, typer.Option("--lenient", help="Skip malformed lines of logs.")] = False,
    format: Annotated[str, choice("phrasing:LIST_FORMATS", "--format", "-f", help="What to write")] = "json",
) -> None:
    """List the phrases of a query log, with counts, probabilities and examples, in the formats of engines and rewriters."""
    from caesura.corpus import logs_on_disk, read_queries, total_bytes

    one_of(LIST_FORMATS.kind, format, LIST_FORMATS)
    options = Options(fields=parse_fields(field or ()), boost=boost, growth=growth)
    before = None if previous is None else read_phrase_list(previous)
    segmenter = _segmenter(method, lexicon, model, min_confidence)
    with logs_on_disk(logs) as files, progress("reading", total_bytes(files), unit="bytes") as advance, written(output) as out:
        queries: Any = (
            (pair for file in files for pair in _counted(str(file.path), file.name))
            if counted
            else (query for file in files for query in read_queries(file, lenient=lenient, advance=advance))
        )
        mined = mine_phrases(queries, segmenter.segment_many, min_count=min_count, max_words=max_words)
        out.write(LIST_FORMATS[format].write(mined, options))
    if before is not None:
        with contextlib.redirect_stdout(sys.stderr) if is_stdout(output) else contextlib.nullcontext():
            _print_changes(list_changes(before, {one.text: one.count for one in mined}), Format.TABLE)


@app.command(epilog="Example:  caesura phrases diff march.json april.json")
def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="An export of `caesura phrases mine`, in any format.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="A later one.")],
    format: FormatOption = Format.TABLE,
) -> None:
    """List the phrases that are new, that are gone, and whose counts at least doubled or halved."""
    _print_changes(list_changes(read_phrase_list(old), read_phrase_list(new)), format)


def _print_changes(rows: list[dict[str, Any]], format: Format) -> None:
    print_rows(rows, format, columns=("change", "phrase", "before", "now"))
    if format is Format.TABLE:
        totals = [f"{sum(row['change'] == kind for row in rows)} {kind}" for kind in ("new", "gone", "more", "less")]
        typer.echo(", ".join(totals))


def _counted(path: str, name: str) -> Iterator[tuple[str, int]]:
    for number, line in lines(path):
        query, _, count = line.rpartition("\t")
        if not count.isdecimal() or not count.isascii():
            raise InputError("the line does not end in a tab and a count", cure="write query<TAB>count", file=name, line=number)
        yield query, int(count)


def _segmenter(method: str | None, lexicon: str | None, model: str | None, min_confidence: float | None) -> Any:
    from caesura.segmenters import METHODS, default_method, segmenter

    name = method or default_method()
    if min_confidence is None:
        min_confidence = 0.5 if METHODS[name].has_probabilities else 0.0
    given: dict[str, Any] = {} if model is None else {"model": model}
    return segmenter(name, lexicon=lexicon_for(name, lexicon, model), min_confidence=min_confidence, **given)
