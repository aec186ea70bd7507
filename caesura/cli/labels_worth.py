"""`caesura labels worth`: how many people's majority a machine among the workers equals."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from caesura.cli.labels_options import DuplicatesOption, LabelsPath, SeedOption
from caesura.cli.output import Format, FormatOption, print_rows
from caesura.foundation import signature


def worth(
    file: LabelsPath,
    machine: Annotated[str, typer.Option("--annotators", metavar="NAME", help="The machine among the workers; or A,B.")],
    reference_votes: Annotated[int, typer.Option("--reference-votes", min=1, help="Labels that form the reference.")] = 3,
    resamples: Annotated[int, typer.Option(min=0, help="Bootstrap resamples for the intervals; 0 for none.")] = 1000,
    duplicates: DuplicatesOption = "last",
    seed: SeedOption = 1,
    format: FormatOption = Format.TABLE,
) -> None:
    """Estimate how many people's majority a machine equals, for labels of any kind (a column `kind` says who is a machine)."""
    from caesura import labels

    names = [name.strip() for name in machine.split(",")]
    table = labels.read_labels(file, duplicates=duplicates, annotators=["people", *names])
    rows: list[dict[str, Any]] = []
    for name in names:
        figures = labels.worth_of_machine(table, name, reference=reference_votes, resamples=resamples, seed=seed)
        rows += [row for row in figures if row["worker"] == name or not any(row == other for other in rows)]
    signed = signature(
        labels=table.fingerprint,
        machine=machine,
        **{"reference-votes": reference_votes},
        duplicates=duplicates,
        resamples=resamples,
        seed=seed,
    )
    columns = ["worker", "measure", "score", "worth", "interval", "more_than"]
    if format in (Format.JSON, Format.JSONL, Format.TSV):
        print_rows([{**row, "signature": signed} for row in rows], format, columns=[*columns, "signature"])
        return
    print_rows(rows, format, columns=columns)
    typer.echo(f"signature: {signed}")
