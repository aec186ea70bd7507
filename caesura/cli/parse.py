"""`caesura parse`: queries in, forests out; drawn as arcs, or in forms that programs read."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from caesura.cli.choices import choice
from caesura.cli.query_argument import is_query
from caesura.cli.syntax_model_options import BreakModelsOption, LanguageModelOption, OrderOption, TemplatesOption
from caesura.foundation import InputError, lines, written

if TYPE_CHECKING:
    from caesura.shapes import Words
    from caesura.syntax import Parsed, Pipeline

app = typer.Typer()


class ForestForm(StrEnum):
    """How a forest is printed."""

    ARCS = "arcs"
    CONLLU = "conllu"
    JSONL = "jsonl"
    JSON = "json"
    TABLE = "table"


class _Query(NamedTuple):
    text: str
    words: Words
    parsed: Parsed


@app.command(epilog='Example:  caesura parse "paper planes how to fold" --svg planes.svg')
def parse(
    text: Annotated[str, typer.Argument(help="A query, or - to read one from each line of stdin.")] = "-",
    pipeline: Annotated[
        str | None, choice("syntax:pipelines", "--pipeline", "-p", help="How to segment and parse (see --list)")
    ] = None,
    parser: Annotated[
        str, typer.Option("--parser", help="default, a model FILE, spacy:NAME, stanza:LANGUAGE or udpipe:FILE.")
    ] = "default",
    model: BreakModelsOption = None,
    templates: TemplatesOption = None,
    order: OrderOption = None,
    language_model: LanguageModelOption = None,
    labels: Annotated[bool, typer.Option("--labels/--no-labels", help="Write the relations on the arcs.")] = True,
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE", help="Also draw the query as SVG.")] = None,
    lenient: Annotated[bool, typer.Option("--lenient", help="Leave out lines that cannot be parsed and report how many.")] = False,
    format: Annotated[ForestForm, typer.Option("--format", "-f", help="How to print a forest.")] = ForestForm.ARCS,
    list_pipelines: Annotated[bool, typer.Option("--list", help="List pipelines and parsers and stop.")] = False,
) -> None:
    """Give a query its syntactic segments, and each segment a dependency tree."""
    if list_pipelines:
        _list()
        return
    if svg is not None and text == "-":
        raise InputError("--svg draws one query", cure="give it as the argument")
    method = _chosen(pipeline, parser, model or [], templates, order, language_model)
    if is_query(text):
        query = _parsed(method, text)
        if svg is not None:
            _write_svg(svg, query, labels)
        _print_all(iter([query]), method.method.name, format, labels)
        return
    _print_all(_from_stdin(method, lenient), method.method.name, format, labels)


def _chosen(
    name: str | None, parser: str, models: list[str], templates: str | None, order: str | None, language_model: str | None
) -> Pipeline:
    from caesura.syntax import deployed_pipeline

    return deployed_pipeline(name, parser=parser, models=models, templates=templates, order=order, language_model=language_model)


def _parsed(method: Pipeline, text: str) -> _Query:
    from caesura.shapes import query_words

    words = query_words(text)
    return _Query(text, words, method.parse(words))


def _from_stdin(method: Pipeline, lenient: bool) -> Iterator[_Query]:
    """A forest for each line with words; blank lines have none and are passed over."""
    left_out = 0
    for number, line in lines("-"):
        if not line.strip():
            continue
        try:
            query = _parsed(method, line)
        except InputError as error:
            if not lenient:
                raise error.at("stdin", number) from None
            left_out += 1
            continue
        yield query
    if left_out:
        typer.echo(f"caesura: {left_out} lines left out", err=True)


def _print_all(queries: Iterator[_Query], method: str, form: ForestForm, labels: bool) -> None:
    from caesura.syntax import forest_json

    if form is ForestForm.JSON:
        documents = [forest_json(one.text, one.words, one.parsed.parse, method, one.parsed.question) for one in queries]
        typer.echo(json.dumps(documents, ensure_ascii=False, indent=1))
        return
    for number, one in enumerate(queries, start=1):
        match form:
            case ForestForm.CONLLU:
                sys.stdout.write(_conllu(number, one))
            case ForestForm.JSONL:
                found_json = forest_json(one.text, one.words, one.parsed.parse, method, one.parsed.question)
                sys.stdout.write(json.dumps(found_json, ensure_ascii=False) + "\n")
            case ForestForm.TABLE:
                _print_table(one)
            case _:
                sys.stdout.write(("\n" if number > 1 else "") + _drawn(one, labels) + "\n")


def _drawn(one: _Query, labels: bool) -> str:
    from caesura.syntax import draw_arcs

    # A pipe has no width: programs that read drawings get the same on every machine.
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    drawn = draw_arcs(one.words, one.parsed.parse.forest, labels=labels, width=width)
    return drawn if one.parsed.question is None else f"{drawn}\nread as: {' '.join(one.parsed.question)}"


def _conllu(number: int, one: _Query) -> str:
    from caesura.shapes import print_conllu

    comments = {"sent_id": str(number), "text": " ".join(one.words)}
    if one.parsed.parse.confidence is not None:
        comments["confidence"] = f"{one.parsed.parse.confidence:.4f}"
    if one.parsed.question is not None:
        comments["question"] = " ".join(one.parsed.question)
    return print_conllu(one.words, one.parsed.parse.forest, comments)


def _print_table(one: _Query) -> None:
    from caesura.cli.output import Format, print_rows

    forest = one.parsed.parse.forest
    segment = [number for number, (first, last) in enumerate(forest.segments.spans, start=1) for _ in range(first, last)]
    rows = [
        {
            "number": i + 1,
            "word": word,
            "tag": forest.tags[i],
            "head": forest.heads[i],
            "relation": forest.labels[i] if forest.labels else "",
            "segment": segment[i],
        }
        for i, word in enumerate(one.words)
    ]
    print_rows(rows, Format.TABLE)


def _write_svg(path: str, one: _Query, labels: bool) -> None:
    from caesura.syntax import svg_arcs

    with written(path) as stream:
        stream.write(svg_arcs(one.words, one.parsed.parse.forest, labels=labels))


def _list() -> None:
    from caesura.syntax import DEFAULT_PIPELINE, PARSERS, pipelines

    for title, names in (("pipelines", pipelines()), ("parsers", {name: kind.description for name, kind in PARSERS.items()})):
        typer.echo(title)
        width = max(map(len, names))
        for name, description in names.items():
            typer.echo(f"  {name:<{width}}  {description}{' (default)' if name == DEFAULT_PIPELINE else ''}")
