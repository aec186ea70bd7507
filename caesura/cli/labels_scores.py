"""`caesura labels scores`: continuous judgements, with the bias and the precision of every worker."""

from __future__ import annotations

from typing import Annotated

import typer

from caesura.cli.labels_options import LabelsPath
from caesura.cli.output import Format, FormatOption, print_rows


def scores(
    file: LabelsPath,
    workers: Annotated[
        bool, typer.Option("--workers", help="Show the workers' biases and precisions instead of the items.")
    ] = False,
    strength: Annotated[float, typer.Option(help="How many numbers the prior of each worker is worth.")] = 4.0,
    format: FormatOption = Format.TABLE,
) -> None:
    """Learn each item's value from numeric labels: a mean corrected for workers' bias and weighted by their precision."""
    from caesura import labels

    fitted = labels.read_scores(file, strength=strength)
    if not fitted.converged:
        typer.echo(f"note: did not converge in {len(fitted.objective)} iterations", err=True)
    print_rows(fitted.worker_rows() if workers else fitted.rows(), format)
