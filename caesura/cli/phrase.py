"""`caesura phrase`: queries as a search engine takes them, their segments as phrases."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caesura.cli.choices import choice
from caesura.cli.lexicon_option import lexicon_for
from caesura.cli.model_option import ModelOption
from caesura.cli.output import Format, print_rows
from caesura.cli.phrase_options import phrase_options
from caesura.cli.query_argument import is_query
from caesura.cli.shared_options import with_options
from caesura.foundation import InputError, lines, open_bytes
from caesura.phrasing import (
    ENGINES,
    Options,
    SegmentedQuery,
    one_line,
    read_json,
    read_pipe,
    read_quotes,
    read_text,
    url_query,
)

if TYPE_CHECKING:
    from caesura.phrasing import UserSyntax
    from caesura.segmenters import Segmenter

app = typer.Typer()

Reader = Callable[[str], SegmentedQuery]


class InputForm(StrEnum):
    """How a line of input is written."""

    TEXT = "text"
    PIPE = "pipe"
    QUOTES = "quotes"
    JSONL = "jsonl"


class UserSyntaxName(StrEnum):
    """What becomes of the quotes, signs, OR and field prefixes in a text."""

    KEEP = "keep"
    STRIP = "strip"
    ESCAPE = "escape"


class PartName(StrEnum):
    """The whole query, or what you add to a query of your own."""

    QUERY = "query"
    PHRASES = "phrases"
    RESCORE = "rescore"


@app.command(epilog="Example:  caesura phrase 'cheap hotels new york -hostels' --engine elasticsearch --field title^2 --field body")
@with_options("options", phrase_options)
def phrase(
    text: Annotated[str, typer.Argument(help="A query, or - to read one from each line of stdin.")] = "-",
    engine: Annotated[str, choice("phrasing:ENGINES", "--engine", "-e", help="The engine to write for")] = "quotes",
    *,
    options: Options,
    part: Annotated[
        PartName,
        typer.Option("--part", help="The whole query; the phrases alone, to add to your query; a block to rescore by them."),
    ] = PartName.QUERY,
    form: Annotated[
        InputForm, typer.Option("--input", help="text as a person types it, or already segmented: pipe, quotes or jsonl.")
    ] = InputForm.TEXT,
    user_syntax: Annotated[
        UserSyntaxName,
        typer.Option("--user-syntax", help="Quotes, -, +, OR and field: in a text: keep, strip, or escape as plain characters."),
    ] = UserSyntaxName.KEEP,
    user_field: Annotated[
        list[str] | None,
        typer.Option("--user-field", help="A field users may name in a query; repeatable. By default those of --field, or any."),
    ] = None,
    method: Annotated[str | None, choice("segmenters:METHODS", "--method", "-m", help="How to segment a text")] = None,
    lexicon: Annotated[str | None, typer.Option("--lexicon", "-l", help="Counts and titles for the method.")] = None,
    model: ModelOption = None,
    phrases: Annotated[
        str | None, typer.Option("--phrases", help="Your own phrases, one per line (phrase or phrase<TAB>weight): always kept.")
    ] = None,
    url: Annotated[bool, typer.Option("--url", help="Print request parameters as the query part of a URL (solr, vespa).")] = False,
    lenient: Annotated[
        bool, typer.Option("--lenient", help="Answer a line of stdin that cannot be read with an empty one, and report how many.")
    ] = False,
    format: Annotated[
        Format | None, typer.Option("--format", "-f", help="Print rows with query and result; by default one result per line.")
    ] = None,
) -> None:
    """Write queries in a search engine's own syntax, segments as phrases. Phrases boost and do not filter, unless --mode filter."""
    writer = ENGINES[engine]
    if form is InputForm.TEXT:
        named = [*(user_field or ()), *(field.name for field in options.fields)]
        segmenter = _segmenter(method, lexicon, model, phrases, options.min_confidence)
        read = _typed(segmenter, user_syntax.value, named or None)
    else:
        for option, given in (
            ("--method", method),
            ("--lexicon", lexicon),
            ("--model", model),
            ("--phrases", phrases),
            ("--user-field", user_field),
        ):
            if given is not None:
                raise InputError(
                    f"{option} is for --input text, --input {form.value} is segmented already", cure="use one of the two"
                )
        read = _READERS[form] if not options.min_confidence else _with_probabilities(_READERS[form])
    queries = _queries(text, read, lenient)
    results = ((query, None if query is None else writer.write(query, options, part.value)) for query in queries)
    show = url_query if url else one_line
    if format is None:
        for _, result in results:
            # typer.echo flushes after each line, which costs as much as the rest.
            sys.stdout.write(("" if result is None else show(result)) + "\n")
    else:
        # JSON keeps an engine's own JSON as it is, in a table it is text.
        nested = format in (Format.JSON, Format.JSONL) and not url
        rows = [{"query": q and q.text, "engine": engine, "result": r if nested or r is None else show(r)} for q, r in results]
        print_rows(rows, format)


def _queries(text: str, read: Reader, lenient: bool) -> Iterator[SegmentedQuery | None]:
    """The query of the command line, or one from each line of stdin. A line that cannot be read (or is empty) is an error with its
    number, or None."""
    if is_query(text):
        yield read(text)
        return
    failed = 0
    for number, line in enumerate(open_bytes("-"), start=1) if lenient else lines("-"):
        try:
            yield read(line if isinstance(line, str) else line.rstrip(b"\r\n").decode("utf-8-sig"))
        except InputError as error:
            if not lenient:
                raise error.at("stdin", number) from None
            failed += 1
            yield None
        except UnicodeDecodeError:
            failed += 1
            yield None
    if failed:
        typer.echo(f"caesura: {failed} {'line' if failed == 1 else 'lines'} could not be read", err=True)


_READERS: Mapping[InputForm, Reader] = {InputForm.PIPE: read_pipe, InputForm.QUOTES: read_quotes, InputForm.JSONL: read_json}


def _with_probabilities(read: Reader) -> Reader:
    def checked(line: str) -> SegmentedQuery:
        query = read(line)
        if query.segments and all(segment.probability is None for segment in query.segments):
            raise InputError(
                "--min-confidence needs probabilities, and the segments have none",
                cure="use --input text, or --input jsonl with a probability for each segment",
            )
        return query

    return checked


def _typed(segmenter: Segmenter, syntax: UserSyntax, fields: list[str] | None) -> Reader:
    return lambda line: read_text(line, segmenter.segment, syntax, fields)


def _segmenter(method: str | None, lexicon: str | None, model: str | None, phrases: str | None, min_confidence: float) -> Segmenter:
    from caesura.segmenters import default_method, segmenter

    name = method or default_method()
    given: dict[str, Any] = {} if model is None else {"model": model}
    opened = lexicon_for(name, lexicon, model)
    return segmenter(name, lexicon=opened, phrases=phrases, min_confidence=min_confidence, **given)
