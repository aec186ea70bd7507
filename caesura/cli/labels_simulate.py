"""`caesura labels simulate`: accuracy against labels per item, spam, worker quality or known items; labels that a target takes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from caesura.cli.annotators_option import AnnotatorsOption, names_in
from caesura.cli.choices import choice
from caesura.cli.labels_options import (
    DuplicatesOption,
    FoldsOption,
    LabelsPath,
    SeedOption,
    SettingsOption,
    TiesOption,
    check_folds,
    chosen_models,
)
from caesura.cli.output import Format, FormatOption, print_facts, print_rows
from caesura.foundation import InputError, one_of, save_figure

_AXES = {"labels": "labels per item", "spammers": "share of spam", "quality": "mean accuracy of workers", "gold": "known items"}


def simulate(
    file: LabelsPath,
    gold: Annotated[str, typer.Option("--gold", metavar="FILE", help="CSV with the columns task, label.")],
    vary: Annotated[
        str,
        typer.Option(help="What changes: labels (per item), spammers (their share), quality, or gold (known items)."),
    ] = "labels",
    values: Annotated[str | None, typer.Option(help="The values to try, separated by commas.")] = None,
    model: Annotated[str, choice("labels:MODELS", help="Models, separated by commas, or all")] = "all",
    target: Annotated[float, typer.Option(help="Report how many labels each model needs for this accuracy.")] = 0.95,
    repeats: Annotated[int, typer.Option(help="Draws at every value.")] = 20,
    labels_per_item: Annotated[
        int | None, typer.Option(help="First draw this many labels per item, where something else varies.")
    ] = None,
    stopping: Annotated[
        float | None, typer.Option(help="Also ask again only where a model is less sure than this, such as 0.95.")
    ] = None,
    settings: SettingsOption = None,
    ties: TiesOption = "lowest",
    duplicates: DuplicatesOption = "last",
    folds: FoldsOption = None,
    seed: SeedOption = 1,
    annotators: AnnotatorsOption = None,
    processes: Annotated[int, typer.Option(help="Number of processes; the result does not depend on it.")] = 1,
    plot: Annotated[Path | None, typer.Option(help="Draw the curves as SVG, PNG or PDF.")] = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Draw labels from those given, many times, and see how accuracy changes; say how many labels are needed."""
    from caesura import labels
    from caesura.cli.progress import progress

    one_of("quantity to vary", vary, labels.Vary)
    table = labels.read_labels(file, duplicates=duplicates, annotators=names_in(annotators))
    known = labels.read_gold(gold)
    models = chosen_models(model)
    in_folds = check_folds(models, folds)
    fitting: dict[str, Any] = {"folds": in_folds, "ties": ties, "seed": seed}
    drawing: dict[str, Any] = {
        "vary": vary,
        "repeats": repeats,
        "labels_per_item": labels_per_item,
        "settings": settings or (),
        **fitting,
    }
    tried = None if values is None else _numbers(values)
    with progress("simulating", None) as advance:
        points = labels.simulate(table, known, values=tried, models=models, processes=processes, advance=advance, **drawing)
        stopped = []
        if stopping is not None:
            set_for = labels.settings_by_model(models, settings or ())
            again: dict[str, Any] = {"threshold": stopping, "repeats": min(repeats, 10), "advance": advance, **fitting}
            stopped = [labels.stop_early(table, known, model=name, settings=set_for[name], **again).row() for name in models]
    needs = [need.row() for need in labels.labels_needed(points, target, seed=seed)] if vary == "labels" else []
    if unconverged := sum(point.unconverged for point in points):
        typer.echo(f"note: {unconverged} fits did not converge", err=True)
    if plot is not None:
        figure = labels.curves_figure(points, _AXES[vary], labels.OF_A_FILE, target=target if vary == "labels" else None)
        save_figure(figure, plot)
    rows = [point.row(vary) for point in points]
    signature = labels.simulation_signature(
        table,
        known,
        points,
        duplicates=duplicates,
        **drawing,
        target=f"{target:g}" if needs else None,
        stopping=None if stopping is None else f"{stopping:g}",
    )
    if format in (Format.JSON, Format.JSONL):
        print_facts({"vary": vary, "points": rows, "needed": needs, "stopping": stopped, "signature": signature}, format)
        return
    print_rows(
        rows, format, title=f"Accuracy against {_AXES[vary]}", columns=["model", vary, "accuracy", "standard_error", "low", "high"]
    )
    if needs:
        print_rows(needs, format, title=f"Labels per item for an accuracy of {target:g} (empty: more than were tried)")
    if stopped:
        print_rows(stopped, format, title="Asking again only where the model is unsure")
    if format is Format.TABLE:
        typer.echo(f"signature: {signature}")


def _numbers(text: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise InputError(f"'{text}' is not a list of numbers", cure="write --values 1,3,5") from None
