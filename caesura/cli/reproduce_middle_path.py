"""`caesura reproduce middle-path`: the tables of Ramanath et al. 2013, on any corpora."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from caesura.cli.output import Format, FormatOption, print_json, print_rows
from caesura.foundation import InputError

if TYPE_CHECKING:
    from caesura.corpus import Corpus


def middle_path(
    corpora: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME=CORPUS]...",
            help="Corpora for table 4: queries, gold, control sentences, random queries, flat or nested; one name, one row.",
        ),
    ] = None,
    table: Annotated[
        str | None, typer.Option(metavar="4,5", help="Only these tables: 4, 4-printed, 5, distances, simulation, claims.")
    ] = None,
    lengths: Annotated[str, typer.Option(metavar="FIRST-LAST", help="Words, for the distances of random structures.")] = "3-6",
    queries: Annotated[int, typer.Option(min=10, help="Queries of each simulated corpus.")] = 300,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same simulated annotators.")] = 1,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw the corpora's lengths (figure 2) as SVG, PNG or PDF.")
    ] = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Compute table 5's expected column and the appendix exactly, simulate annotators, and lay out table 4 for your corpora."""
    from caesura.papers import MIDDLE_PATH_TABLES, draw_lengths, middle_path_tables

    read = [_named(given) for given in corpora or ()]
    if plot is not None:
        draw_lengths(read, plot)
    tables = middle_path_tables(
        read,
        list(MIDDLE_PATH_TABLES) if table is None else [name.strip() for name in table.split(",")],
        lengths=_lengths(lengths),
        queries=queries,
        seed=seed,
    )
    if format is Format.JSON:
        print_json(tables)
        return
    for name, rows in tables.items():
        print_rows(rows, format, title=MIDDLE_PATH_TABLES[name])


def _named(given: str) -> Corpus:
    """`NAME=PATH`, or a path alone, whose name is the corpus's."""
    from dataclasses import replace
    from pathlib import Path

    from caesura.corpus import read_corpus

    name, equals, path = given.partition("=")
    if not equals or Path(given).exists():
        return read_corpus(given)
    return replace(read_corpus(path), name=name.strip())


def _lengths(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    try:
        return int(first), int(last or first)
    except ValueError:
        raise InputError(f"lengths '{text}'", cure="write 3-6, or one number") from None
