"""`caesura reproduce outputs`: the public outputs of the Webis corpus, replayed query by query."""

from __future__ import annotations

from typing import Annotated

import typer

from caesura.cli.output import Format, FormatOption, print_rows


def outputs(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="A Webis-QSeC-10 folder with data and outputs.")],
    format: FormatOption = Format.TABLE,
) -> None:
    """Run each published method with the published rules, counts and tags, and count the queries that come out as published."""
    from caesura.papers import replayed_outputs

    rows = list(replayed_outputs(folder))
    if format is not Format.JSON:  # which queries differ is for programs
        rows = [{key: value for key, value in row.items() if key != "differing"} for row in rows]
    print_rows(rows, format)
