"""`caesura phrase`: segmented queries as the query a search engine takes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caesura.cli.lexicon_option import lexicon_for
from caesura.cli.output import Format, print_rows
from caesura.foundation import InputError, lines
from caesura.phrasing import (
    Options,
    SegmentedQuery,
    engine_named,
    one_line,
    parse_fields,
    read_bars_or_quotes,
    read_json,
    read_pipe,
    read_quotes,
    url_query,
)

if TYPE_CHECKING:
    from caesura.segmenters import Segmenter

app = typer.Typer()

Reader = Callable[[str], SegmentedQuery]


class InputForm(StrEnum):
    """How a line of input is written."""

    AUTO = "auto"
    PIPE = "pipe"
    QUOTES = "quotes"
    JSONL = "jsonl"
    TEXT = "text"


class ModeName(StrEnum):
    """Raise documents that hold a phrase, or drop those that do not."""

    BOOST = "boost"
    FILTER = "filter"


class OperatorName(StrEnum):
    """Is one of the words enough, or must all be there?"""

    OR = "or"
    AND = "and"


@app.command(epilog="Example:  caesura phrase 'new york|times square|dance' --engine elasticsearch --field title^2 --field body")
def phrase(
    text: Annotated[str, typer.Argument(help="A segmented query, or - to read one from each line of stdin.")] = "-",
    engine: Annotated[
        str, typer.Option("--engine", "-e", help="elasticsearch, opensearch, solr, lucene, vespa, indri, terrier, quotes or jsonl.")
    ] = "quotes",
    form: Annotated[
        InputForm, typer.Option("--input", help="How the input is written; auto tells bars from quotes, text needs --method.")
    ] = InputForm.AUTO,
    method: Annotated[str | None, typer.Option("--method", "-m", help="Segment plain text first, by this method.")] = None,
    lexicon: Annotated[str | None, typer.Option("--lexicon", "-l", help="Counts and titles for --method.")] = None,
    model: Annotated[str | None, typer.Option("--model", help="A model of your own, for a --method that learns.")] = None,
    field: Annotated[list[str] | None, typer.Option("--field", help="A field, as title or title^2; repeatable.")] = None,
    boost: Annotated[float, typer.Option("--boost", help="What a phrase counts in relation to a word.")] = Options().boost,
    slop: Annotated[int, typer.Option("--slop", help="Words that may stand between those of a phrase.")] = Options().slop,
    tie: Annotated[float, typer.Option("--tie", help="Share of the other phrases' scores added to the best.")] = Options().tie,
    operator: Annotated[OperatorName, typer.Option("--operator", help="Is one word enough, or need all match?")] = OperatorName.OR,
    mode: Annotated[ModeName, typer.Option("--mode", help="Raise documents with a phrase, or drop others.")] = ModeName.BOOST,
    min_confidence: Annotated[
        float, typer.Option("--min-confidence", help="Phrase only what is at least this likely to be right; in doubt, nothing.")
    ] = Options().min_confidence,
    url: Annotated[bool, typer.Option("--url", help="Print request parameters as the query part of a URL (solr, vespa).")] = False,
    format: Annotated[
        Format | None, typer.Option("--format", "-f", help="Print rows with query and result; by default one result a line.")
    ] = None,
) -> None:
    """Turn segmented queries into the query an engine takes. Phrases boost and do not filter, unless --mode filter."""
    options = Options(
        fields=parse_fields(field or ()),
        boost=boost,
        slop=slop,
        tie=tie,
        operator=operator.value,
        mode=mode.value,
        min_confidence=min_confidence,
    )
    write = engine_named(engine).write
    queries = _queries(text, _reader(form, method, lexicon, model, min_confidence))
    results = ((query, write(query, options)) for query in queries)
    show = url_query if url else one_line
    if format is None:
        for _, result in results:
            # typer.echo flushes after each line, which costs as much as the rest.
            sys.stdout.write(show(result) + "\n")
    else:
        # JSON keeps an engine's own JSON as it is, in a table it is text.
        nested = format in (Format.JSON, Format.JSONL) and not url
        print_rows([{"query": q.text, "engine": engine, "result": r if nested else show(r)} for q, r in results], format)


def _queries(text: str, read: Reader) -> Iterator[SegmentedQuery]:
    """The query of the command line, or one from each line of stdin; empty lines are an error that names the line."""
    if text != "-":
        yield read(text)
        return
    if sys.stdin.isatty():
        typer.echo("reading queries from the keyboard, one a line; end with Ctrl-D", err=True)
    for number, line in lines("-"):
        try:
            yield read(line)
        except InputError as error:
            raise error.at("stdin", number) from None


def _reader(form: InputForm, method: str | None, lexicon: str | None, model: str | None, min_confidence: float) -> Reader:
    if method is not None:
        if form not in (InputForm.AUTO, InputForm.TEXT):
            raise InputError(f"--method segments plain text, --input {form.value} is segmented already", cure="use one of the two")
        return _segmenting(method, lexicon, model, min_confidence)
    for option, given in (("--lexicon", lexicon), ("--model", model)):
        if given is not None:
            raise InputError(f"{option} without --method", cure="name the method that shall use it")
    read = _reading(form)
    return read if not min_confidence else lambda line: _with_probabilities(read(line))


def _reading(form: InputForm) -> Reader:
    match form:
        case InputForm.PIPE:
            return read_pipe
        case InputForm.QUOTES:
            return read_quotes
        case InputForm.JSONL:
            return read_json
        case InputForm.TEXT:
            raise InputError("--input text needs a method to segment it", cure="add --method, see: caesura segment --help")
        case InputForm.AUTO:
            return read_bars_or_quotes


def _with_probabilities(query: SegmentedQuery) -> SegmentedQuery:
    if all(segment.probability is None for segment in query.segments):
        raise InputError(
            "--min-confidence has nothing to go by: the segments have no probabilities",
            cure="use a method that knows them, or --input jsonl with a probability for each segment",
        )
    return query


def _segmenting(method: str, lexicon: str | None, model: str | None, min_confidence: float) -> Reader:
    from caesura.phrasing import SelectiveSegmenter, from_segmentation
    from caesura.segmenters import segmenter

    given: dict[str, Any] = {} if model is None else {"model": model}
    chosen: Segmenter = segmenter(method, lexicon=lexicon_for(method, lexicon, model), **given)
    if min_confidence:
        chosen = SelectiveSegmenter(chosen, min_confidence)
    return lambda line: from_segmentation(chosen.segment(line))
