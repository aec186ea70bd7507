"""`caesura reproduce middle-path`: the tables of Ramanath et al. 2013, on any corpora."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from caesura.cli.output import Format, FormatOption, print_json, print_rows

_TITLES = {
    "4": "Table 4: alpha (S)",
    "4-printed": "Table 4 as printed",
    "5": "Table 5: expected height of random trees",
    "distances": "Appendix: ordered pairs of random structures by distance",
    "simulation": "Simulated annotators",
    "claims": "What the paper says, on the simulated annotators",
}


def middle_path(
    corpora: Annotated[
        list[str] | None, typer.Argument(metavar="[CORPUS]...", help="Corpora for table 4, flat or nested; one name, one row.")
    ] = None,
    table: Annotated[str | None, typer.Option(metavar="4,5", help=f"Only these: {', '.join(_TITLES)}; all by default.")] = None,
    lengths: Annotated[str, typer.Option(metavar="FIRST-LAST", help="Words, for the distances of random structures.")] = "3-6",
    queries: Annotated[int, typer.Option(min=10, help="Queries of each simulated corpus.")] = 300,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same simulated annotators.")] = 1,
    format: FormatOption = Format.TABLE,
) -> None:
    """Compute table 5's expected column and the appendix exactly, simulate annotators, and lay out table 4 for your corpora."""
    from caesura.agreement import claims, distance_tables, height_table, printed_table_4, simulated_rows, table_4
    from caesura.corpus import read_corpus

    wanted = _wanted(table)
    first, last = _lengths(lengths)
    tables: dict[str, list[dict[str, Any]]] = {}
    if "4" in wanted and corpora:
        tables["4"] = table_4([read_corpus(path) for path in corpora])
    if "4-printed" in wanted:
        tables["4-printed"] = printed_table_4()
    if "5" in wanted:
        tables["5"] = height_table()
    if "distances" in wanted:
        tables["distances"] = distance_tables(range(first, last + 1))
    if {"simulation", "claims"} & set(wanted):
        simulated = simulated_rows(queries=queries, seed=seed)
        if "simulation" in wanted:
            tables["simulation"] = simulated
        if "claims" in wanted:
            tables["claims"] = claims(simulated)
    if format is Format.JSON:
        print_json(tables)
        return
    for name, rows in tables.items():
        print_rows(rows, format, title=_TITLES[name])


def _wanted(names: str | None) -> list[str]:
    from caesura.foundation import several_of

    return several_of("table", names or "all", _TITLES)


def _lengths(text: str) -> tuple[int, int]:
    from caesura.agreement import EXACT_WORDS
    from caesura.foundation import InputError

    first, _, last = text.partition("-")
    try:
        ends = int(first), int(last or first)
    except ValueError:
        raise InputError(f"lengths '{text}'", cure="write 3-6, or one number") from None
    if not 2 <= ends[0] <= ends[1] <= EXACT_WORDS:
        raise InputError(f"lengths {text}", cure=f"2 to {EXACT_WORDS} words can be counted")
    return ends
