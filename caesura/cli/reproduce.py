"""`caesura reproduce`: published tables, computed again on your copy of the data."""

from __future__ import annotations

from typing import Annotated

import typer

from caesura.cli.reproduce_book import book
from caesura.cli.reproduce_choices import choices
from caesura.cli.reproduce_lookups import lookups
from caesura.cli.reproduce_middle_path import middle_path
from caesura.cli.reproduce_outputs import outputs
from caesura.cli.reproduce_phrase_or_not import phrase_or_not
from caesura.cli.reproduce_thesis import thesis
from caesura.foundation import InputError

app = typer.Typer(no_args_is_help=True, help="Compute published tables again and print them next to the printed figures.")
app.command("thesis", epilog="Example:  caesura reproduce thesis webis-qsec-10 --table 4.6")(thesis)
app.command("outputs", epilog="Example:  caesura reproduce outputs webis-qsec-10")(outputs)
app.command("lookups", epilog="Example:  caesura reproduce lookups webis-qsec-10")(lookups)
app.command("middle-path", epilog="Example:  caesura reproduce middle-path crowd.jsonl gold.jsonl --table 4,5")(middle_path)
app.command("choices", epilog="Example:  caesura reproduce choices options.jsonl --table 1,3 --trust trust.tsv")(choices)
app.command("phrase-or-not", epilog="Example:  caesura reproduce phrase-or-not collections --report page.html")(phrase_or_not)


@app.callback(invoke_without_command=True, epilog="Example:  caesura reproduce --all data -o book")
def reproduce(
    context: typer.Context,
    folders: Annotated[
        list[str] | None,
        typer.Option("--all", metavar="DIR", help="Every paper, from the data in this folder; repeatable."),
    ] = None,
    output: Annotated[str | None, typer.Option("--output", "-o", metavar="FOLDER", help="Where the book is written.")] = None,
) -> None:
    """Compute published tables again and print them next to the printed figures; --all makes one HTML book of every paper."""
    if context.invoked_subcommand is not None:
        if folders or output:
            raise InputError("--all builds the whole book", cure="leave the command out")
        return
    if not folders:
        raise InputError("nothing to reproduce", cure="name a command (see --help), or a folder with --all")
    book(folders, output)
