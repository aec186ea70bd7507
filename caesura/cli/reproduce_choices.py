"""`caesura reproduce choices`: what annotators chose, as tables 1 to 3 of Lioma et al. 2018 tell it."""

from __future__ import annotations

from typing import Annotated

import typer

from caesura.cli.output import Format, FormatOption, print_json, print_rows


def choices(
    corpus: Annotated[str, typer.Argument(metavar="CORPUS", help="Options chosen by annotators, in any known format; - is stdin.")],
    table: Annotated[str, typer.Option(metavar="1,2,3", help="Only these tables.")] = "1,3",
    trust: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="annotator<TAB>trust from 0 to 1, as `campaign export --form trust-scores` writes."),
    ] = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """List the most popular option of each query, and count them by length beside the printed figures."""
    from caesura.corpus import read_corpus
    from caesura.papers import CHOICES_TABLES, choices_tables
    from caesura.retrieval import read_trust

    wanted = [name.strip() for name in table.split(",")]
    tables = choices_tables(read_corpus(corpus, annotated=True), wanted, None if trust is None else read_trust(trust))
    if format is Format.JSON:
        print_json(tables)
        return
    for name, rows in tables.items():
        print_rows(rows, format, title=CHOICES_TABLES[name])
