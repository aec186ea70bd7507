"""`caesura labels mixed`: what asking a machine first would save, at which accuracy and cost."""

from __future__ import annotations

from typing import Annotated

import typer

from caesura.cli.labels_options import DuplicatesOption, LabelsPath, SeedOption
from caesura.cli.output import Format, FormatOption, print_rows
from caesura.cli.progress import progress


def mixed(
    file: LabelsPath,
    gold: Annotated[str, typer.Option("--gold", metavar="FILE", help="CSV with the columns task, label.")],
    machine: Annotated[
        str, typer.Option("--machine", metavar="NAME", help="The machine among the workers (its kind says so); or A,B.")
    ],
    threshold: Annotated[
        str, typer.Option(help="How sure the model must be to stop asking; several separated by commas.")
    ] = "0.8,0.9,0.95,0.98",
    person_cost: Annotated[float, typer.Option("--person-cost", min=0, help="What a person's label costs.")] = 1.0,
    machine_cost: Annotated[float, typer.Option("--machine-cost", min=0, help="What a machine's label costs.")] = 0.0,
    share: Annotated[float, typer.Option(help="People also label this share of items, to see how good the machine is.")] = 0.1,
    most: Annotated[int | None, typer.Option("--max-labels", min=1, help="Maximum number of people's labels per item.")] = None,
    copies: Annotated[
        float, typer.Option(min=0, max=1, help="1: all samples of a machine count as one label; 0: each in full.")
    ] = 1.0,
    repeats: Annotated[int, typer.Option(min=1, help="Orders in which people are asked.")] = 10,
    duplicates: DuplicatesOption = "last",
    seed: SeedOption = 1,
    format: FormatOption = Format.TABLE,
) -> None:
    """Simulate a mixed crowd: easy items go to the machine, the others to people; beside it, people alone."""
    from caesura import labels
    from caesura.foundation import InputError, fingerprint, signature

    try:
        thresholds = [float(part) for part in threshold.split(",")]
    except ValueError:
        raise InputError(f"'{threshold}' is not a list of numbers", cure="write --threshold 0.8,0.9") from None
    machines = [name.strip() for name in machine.split(",")]
    table = labels.read_labels(file, duplicates=duplicates, annotators=["people", *machines])
    truths = labels.read_gold(gold)
    with progress("asking", 2 * len(thresholds) * repeats) as advance:
        asked = labels.ask_where_unsure_mixed(
            table,
            truths,
            machines,
            thresholds=thresholds,
            person_cost=person_cost,
            machine_cost=machine_cost,
            share=share,
            most=most,
            copies=copies,
            repeats=repeats,
            seed=seed,
            advance=advance,
        )
    signed = signature(
        labels=table.fingerprint,
        gold=fingerprint(f"{task}\t{label}" for task, label in sorted(truths.items(), key=str)),
        machine=machine,
        most=most,
        thresholds=",".join(f"{one:g}" for one in thresholds),
        costs=f"{person_cost:g}-{machine_cost:g}",
        share=f"{share:g}",
        copies=f"{copies:g}",
        duplicates=duplicates,
        repeats=f"{repeats}-seed-{seed}",
    )
    rows = [each.row() for each in asked]
    if format in (Format.JSON, Format.JSONL, Format.TSV):
        print_rows([{**row, "signature": signed} for row in rows], format)
        return
    print_rows(rows, format, title="Labels and cost for each item")
    typer.echo(f"signature: {signed}")
