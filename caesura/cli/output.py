"""One set of output options everywhere: the same formats for every table a command prints."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any

import typer


class Format(StrEnum):
    """How results are printed on stdout."""

    TABLE = "table"
    TSV = "tsv"
    JSONL = "jsonl"
    JSON = "json"
    LATEX = "latex"
    MARKDOWN = "markdown"


#: Give a command the shared option with `format: FormatOption = Format.TABLE`.
FormatOption = Annotated[Format, typer.Option("--format", "-f", help="How to print the result.")]

Row = Mapping[str, Any]


def print_rows(rows: Sequence[Row], format: Format, *, title: str | None = None, columns: Sequence[str] | None = None) -> None:
    """Print rows that share their keys; `columns` picks and orders what tables show (JSON always shows all)."""
    shown = list(columns or (rows[0] if rows else ()))
    match format:
        case Format.JSON:
            print_json([dict(row) for row in rows])
        case Format.JSONL:
            for row in rows:
                typer.echo(json.dumps(row, ensure_ascii=False, default=_plain))
        case Format.TSV:
            typer.echo(_tsv([shown, *[[_cell(row.get(key)) for key in shown] for row in rows]]), nl=False)
        case Format.MARKDOWN:
            typer.echo(_markdown(shown, rows))
        case Format.LATEX:
            typer.echo(_latex(shown, rows))
        case Format.TABLE:
            _print_table(shown, rows, title)


def print_facts(facts: Mapping[str, Any], format: Format, *, title: str | None = None) -> None:
    """Print one document: as it is for JSON, as name and value rows elsewhere (nested values are flattened)."""
    if format in (Format.JSON, Format.JSONL):
        print_json(facts) if format is Format.JSON else typer.echo(json.dumps(facts, ensure_ascii=False, default=_plain))
    else:
        print_rows([{"fact": name, "value": value} for name, value in _flattened(facts)], format, title=title)


def print_json(value: object) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=1, default=_plain))


def _flattened(facts: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    rows: list[tuple[str, Any]] = []
    for name, value in facts.items():
        if isinstance(value, Mapping):
            rows += _flattened(value, f"{prefix}{name} ")
        else:
            rows.append((f"{prefix}{name}".replace("_", " "), value))
    return rows


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return float(value)
    if hasattr(value, "item"):  # a numpy scalar
        return value.item()
    raise TypeError(f"{type(value).__name__} cannot be printed as JSON")


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, (Fraction, float)) or hasattr(value, "item"):
        return f"{float(value):.3f}"  # type: ignore[arg-type]
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_cell, value))
    return str(value)


def _tsv(rows: Sequence[Sequence[str]]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, delimiter="\t", lineterminator="\n").writerows(rows)
    return buffer.getvalue()


def _markdown(columns: Sequence[str], rows: Sequence[Row]) -> str:
    table = [list(columns), ["---"] * len(columns), *[[_cell(row.get(key)).replace("|", "\\|") for key in columns] for row in rows]]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in table)


_LATEX = str.maketrans(
    {c: "\\" + c for c in "&%$#_{}"}
    | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}", "|": r"\textbar{}"}
)


def _latex(columns: Sequence[str], rows: Sequence[Row]) -> str:
    def numeric(key: str) -> bool:
        return any(isinstance(row.get(key), (int, float, Fraction)) for row in rows)

    lines = [f"\\begin{{tabular}}{{{''.join('r' if numeric(key) else 'l' for key in columns)}}}", "\\hline"]
    for i, cells in enumerate([list(columns), *[[_cell(row.get(key)) for key in columns] for row in rows]]):
        lines.append(" & ".join(cell.translate(_LATEX) for cell in cells) + r" \\")
        if i == 0:
            lines.append("\\hline")
    return "\n".join([*lines, "\\hline", "\\end{tabular}"])


def _print_table(columns: Sequence[str], rows: Sequence[Row], title: str | None) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD)
    for key in columns:
        right = any(isinstance(row.get(key), (int, float, Fraction)) and not isinstance(row.get(key), bool) for row in rows)
        table.add_column(key.replace("_", " "), justify="right" if right else "left", overflow="fold")
    for row in rows:
        table.add_row(*[Text(_cell(row.get(key))) for key in columns])
    console = Console(file=sys.stdout)
    if not console.is_terminal:
        console.width = 200  # a pipe has no width: do not fold what a program reads
    if title:
        console.print(Text(title, style="bold"))  # not the table's own title, which a narrow table would fold
    console.print(table)
