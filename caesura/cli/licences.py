"""`caesura licences`: the licences of every dependency and of every source of data."""

from __future__ import annotations

import typer

from caesura.cli.output import Format, FormatOption, print_rows

app = typer.Typer()


@app.command(epilog="Example:  caesura licences --format tsv")
def licences(format: FormatOption = Format.TABLE) -> None:
    """List the licences of the packages Caesura uses (as installed here), of the data it was built from, and of bundled files."""
    from dataclasses import asdict

    from caesura.foundation import licences_here

    print_rows([asdict(one) for one in licences_here()], format)
