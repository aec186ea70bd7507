"""`caesura reproduce lookups`: table 5.7 of Beyer 2011 on a Webis-QSeC-10 folder."""

from __future__ import annotations

from typing import Annotated

import typer

from caesura.cli.output import Format, FormatOption, print_rows


def lookups(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="A Webis-QSeC-10 folder with its counts, titles and tags.")],
    format: FormatOption = Format.TABLE,
) -> None:
    """Count the n-grams whose counts each method asks for, per query beside the published figures (table 5.7)."""
    from caesura.papers import ngram_lookups

    print_rows(list(ngram_lookups(folder)), format)
