"""`caesura reproduce --all`: every paper in one book of HTML."""

from __future__ import annotations

import typer

from caesura.foundation import InputError


def book(folders: list[str], output: str | None) -> None:
    """Compute what the data in the folders allows, write the pages, and print what came out."""
    from caesura.cli.output import Format, print_rows
    from caesura.cli.progress import progress
    from caesura.papers import BOOK_ENTRIES, bind_book

    if output is None:
        raise InputError("the book needs a folder", cure="name one with --output")
    with progress("computing the papers", len(BOOK_ENTRIES), unit="entries") as advance:
        bound = bind_book(folders, output, advance)
    rows = [
        {"chapter": one.entry.chapter, "entry": one.entry.name, "state": one.state, "agree": one.agreement, "seconds": one.seconds}
        for one in bound
    ]
    print_rows(rows, Format.TABLE)
    for one in bound:
        if one.computed is None:
            typer.echo(f"note: {one.entry.name}: {one.missing}", err=True)
    typer.echo(f"{output}/index.html", err=True)
