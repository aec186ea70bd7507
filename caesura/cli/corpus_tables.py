"""How `caesura corpus info` lays out its facts on the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import typer

from caesura.cli.output import Format, print_rows
from caesura.corpus import LABELS, Corpus, CorpusFacts


def print_tables(corpus: Corpus, facts: CorpusFacts) -> None:
    """Everything at a glance, the way chapter 3 of Beyer's thesis tells it."""
    typer.echo(f"{corpus.name}: {facts.queries} queries, {facts.annotations} annotations")
    if corpus.outputs:
        typer.echo(f"outputs of {', '.join(sorted(corpus.outputs))}")
    for name, machine in corpus.machines.items():
        votes = sum(each.total for each in machine.answers.values())
        typer.echo(f"{name} ({machine.kind}, not among the annotations): {len(machine.answers)} queries, {votes} answers")
    lengths = [{"words": n, "queries": count, "percent": 100 * count / facts.queries} for n, count in facts.lengths.items()]
    print_rows(lengths, Format.TABLE, title="Query lengths")
    if facts.segment_lengths:
        total = sum(facts.segment_lengths.values())
        segments = [{"words": n, "segments": count, "percent": 100 * count / total} for n, count in facts.segment_lengths.items()]
        print_rows(segments, Format.TABLE, title="Segment lengths, all annotators")
    for number, what in (
        (facts.someone_left_alone, "somebody left every word alone"),
        (facts.overlapping_titles, "titles overlap"),
    ):
        if number is not None:
            typer.echo(f"In {number} queries ({100 * number / facts.queries:.1f} %) {what}.")
    for (row, column), table in facts.cross.items():
        if table:
            print_rows(_rows(table, row, column), Format.TABLE, title=f"{row.capitalize()} and {column}")
    if facts.first_two_votes:
        _print_heat_map(facts)


def _rows(table: Mapping[tuple[str, str], int], row: str, column: str) -> list[dict[str, Any]]:
    """A cross table with totals; rows and columns in the order their fact names them."""
    rows = LABELS.get(row) or tuple(sorted({r for r, _ in table}, key=int))
    columns = LABELS[column]
    body = [
        {row: r, **{c: table.get((r, c), 0) for c in columns}, "total": sum(table.get((r, c), 0) for c in columns)} for r in rows
    ]
    totals = {c: sum(table.get((r, c), 0) for r in rows) for c in columns}
    return [*body, {row: "total", **totals, "total": sum(totals.values())}]


def _print_heat_map(facts: CorpusFacts) -> None:
    """Figure 3.1: how many queries have v1 votes for their first and v2 for their second segmentation."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    votes = facts.first_two_votes
    most = max(votes.values())
    seconds = sorted({second for _, second in votes})
    table = Table(box=None)
    table.add_column("")
    for second in seconds:
        table.add_column(str(second), justify="right")
    for first in sorted({first for first, _ in votes}, reverse=True):
        cells = [Text(str(first), style="bold")]
        for second in seconds:
            count = votes.get((first, second), 0)
            shade = 236 + round(15 * (count / most) ** 0.5)  # 16 greys; the root keeps small cells visible
            cells.append(
                Text(str(count), style=f"on color({shade}) {'black' if shade > 245 else 'white'}")
                if count
                else Text("·", style="dim")
            )
        table.add_row(*cells)
    Console().print(Text("Votes for the first (rows) and second (columns) segmentation", style="bold"), table)
