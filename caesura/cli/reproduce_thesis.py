"""`caesura reproduce thesis`: the tables of Beyer 2011 on a Webis-QSeC-10 folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caesura.cli.output import Format, FormatOption, print_rows

if TYPE_CHECKING:
    from caesura.corpus import IsTitle


def thesis(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="A Webis-QSeC-10 folder with votes, tags and outputs.")],
    table: Annotated[str | None, typer.Option(metavar="3.1,4.6", help="Only these tables; all by default.")] = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Print tables 3.1-3.5, 4.6 and 5.2-5.5 next to the published figures, with the difference."""
    from caesura.corpus import read_corpus
    from caesura.foundation import InputError, one_of
    from caesura.papers import TABLES_LEFT_OUT, TABLES_NOTES, reproduce_thesis

    wanted = None if table is None else [name.strip() for name in table.split(",")]
    for name in wanted or ():
        if name in TABLES_LEFT_OUT:
            raise InputError(f"table {name} cannot be reproduced", cure=TABLES_LEFT_OUT[name])
        one_of("table", name, TABLES_NOTES)
    corpus = read_corpus(folder)
    rows = [row for row in reproduce_thesis(corpus, _titles(folder)) if wanted is None or row["table"] in wanted]
    if format is not Format.TABLE:
        print_rows(rows, format)
        return
    for name in dict.fromkeys(row["table"] for row in rows):
        of_table = [row for row in rows if row["table"] == name]
        print_rows(_readable(of_table), format, title=f"Table {name}: {_agreeing(of_table)}")
        typer.echo(f"{TABLES_NOTES[name]}; here: {len(corpus)} queries of {corpus.name}\n")
    if wanted is None:
        for name, why in TABLES_LEFT_OUT.items():
            typer.echo(f"Table {name} is left out: {why}.")


def _titles(folder: str) -> IsTitle | None:
    """Whether words are a title, by the titles in the folder; None where it has none."""
    from caesura.foundation import InputError
    from caesura.papers import corpus_lexicon

    try:
        return corpus_lexicon(Path(folder)).is_title
    except InputError:
        return None


def _agreeing(rows: Sequence[Mapping[str, Any]]) -> str:
    judged = [row for row in rows if row["agrees"] is not None]
    figures = [row for row in judged if not row["column"].startswith("p ")]
    worst = max((abs(row["difference"]) for row in figures), default=0.0)
    return f"{sum(row['agrees'] for row in judged)} of {len(judged)} agree, largest difference {worst:.3f}"


def _readable(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    joining = any(row["ours_if_ties_join"] is not None for row in rows)
    return [
        {
            "subset": row["subset"],
            "figure": row["row"],
            "column": row["column"],
            "published": "not legible" if row["published"] is None else f"{row['published']:.3f}",
            "ours": "none" if row["ours"] is None else f"{row['ours']:.3f}",
            "difference": "" if row["difference"] is None else f"{row['difference']:+.3f}",
            "agrees": row["agrees"],
        }
        | ({"if ties join": row["ours_if_ties_join"]} if joining else {})
        for row in rows
    ]
