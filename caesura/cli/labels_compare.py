"""`caesura labels compare`: the sets, how many agreed, and every model on every set."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caesura.cli.annotators_option import AnnotatorsOption, names_in
from caesura.cli.choices import choice
from caesura.cli.labels_options import (
    DuplicatesOption,
    FoldsOption,
    SeedOption,
    SettingsOption,
    TiesOption,
    check_folds,
    chosen_models,
)
from caesura.cli.output import Format, FormatOption, print_facts, print_rows
from caesura.foundation import InputError, is_stdin, shared_signature

if TYPE_CHECKING:
    from caesura.labels import LabelComparison


def compare(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="One or more CSV files with the columns task, worker, label.")
    ],
    gold: Annotated[
        list[str], typer.Option("--gold", metavar="FILE", help="CSV with task, label: one for all files, or one for each.")
    ],
    model: Annotated[str, choice("labels:MODELS", help="Models, separated by commas, or all")] = "all",
    settings: SettingsOption = None,
    merge: Annotated[bool, typer.Option(help="With one gold file for several sets, also merge their labels.")] = True,
    ties: TiesOption = "lowest",
    duplicates: DuplicatesOption = "last",
    folds: FoldsOption = None,
    seed: SeedOption = 1,
    annotators: AnnotatorsOption = None,
    draw: Annotated[int | None, typer.Option(help="Also judge the models on this many labels drawn for each item.")] = None,
    draws: Annotated[int, typer.Option(help="How often to draw them.")] = 100,
    report: Annotated[Path | None, typer.Option(help="Also write a page with tables and figures into this HTML file.")] = None,
    repeats: Annotated[int, typer.Option(help="Draws for the page's curves of labels per item; 0 leaves them out.")] = 5,
    format: FormatOption = Format.TABLE,
) -> None:
    """Compare models on sets of labels: the accuracy of the labels themselves, how many agreed, the accuracy of every model."""
    from caesura import labels
    from caesura.cli.progress import progress

    if len(gold) not in (1, len(files)):
        raise InputError(f"{len(gold)} gold files for {len(files)} label files", cure="give one for all, or one for each")
    models = chosen_models(model)
    in_folds = check_folds(models, folds)
    names = _names(files)
    sets = {
        name: labels.read_labels(file, duplicates=duplicates, annotators=names_in(annotators))
        for name, file in zip(names, files, strict=True)
    }
    golds = [labels.read_gold(file) for file in gold]
    known = dict(zip(names, golds if len(golds) == len(files) else golds * len(files), strict=True))
    if merge and len(golds) == 1 and len(files) > 1:
        sets = labels.with_merged(sets, duplicates)
        known[labels.MERGED] = golds[0]
    with progress("fitting", len(sets) * len(models)) as advance:
        comparison = labels.compare_labels(
            sets,
            known,
            models=models,
            settings=settings or (),
            folds=in_folds,
            ties=ties,
            duplicates=duplicates,
            seed=seed,
            advance=advance,
        )
    for row in comparison.models:
        if not row["converged"]:
            typer.echo(f"note: {row['model']} on {row['set']} did not converge", err=True)
    drawn = []
    if draw is not None:
        with progress("drawing", len(sets) * draws) as advance:
            drawn = labels.drawn_rows(
                sets,
                known,
                draw,
                models=models,
                settings=settings or (),
                draws=draws,
                folds=in_folds,
                ties=ties,
                seed=seed,
                advance=advance,
            )
    if report is not None:
        curves = {}
        with progress("simulating", None) as advance:
            for name, table in sets.items() if repeats else ():
                curves[name] = labels.simulate(
                    table,
                    known[name],
                    models=models,
                    settings=settings or (),
                    repeats=repeats,
                    folds=in_folds,
                    ties=ties,
                    seed=seed,
                    advance=advance,
                )
        labels.write_labels_report(report, comparison, sets, known, curves=curves, seed=seed)
    _print(comparison, drawn, format)


def _print(comparison: LabelComparison, drawn: list[dict[str, Any]], format: Format) -> None:
    if format in (Format.JSON, Format.JSONL):
        print_facts({"sets": comparison.sets, "agreed": comparison.agreed, "models": comparison.models, "drawn": drawn}, format)
        return
    timed = ("hours",) if any("hours" in row for row in comparison.sets) else ()
    described = ("set", "items", "workers", "labels", "duplicates", "labels_per_item", *timed, "annotation_accuracy", "interval")
    judged = (
        "set",
        "model",
        "gold",
        "accuracy",
        "expected_accuracy",
        "interval",
        "p_against_majority",
        "ties",
        "converged",
        "iterations",
    )
    print_rows(comparison.sets, format, title="The sets", columns=described)
    print_rows(comparison.agreed, format, title="How many agreed")
    print_rows(comparison.models, format, title="Accuracy of the models", columns=judged)
    if format is Format.TABLE:
        typer.echo(f"signature: {shared_signature(row['signature'] for row in comparison.models)}")
    if drawn:
        columns = ("set", "model", "accuracy", "standard_error", "low", "high", "draws")
        print_rows(drawn, format, title="Accuracy on labels drawn (low to high: 95 % of the draws)", columns=columns)


def _names(files: list[str]) -> list[str]:
    """File names without endings, or the files as given where those would not differ."""
    short = ["stdin" if is_stdin(file) else Path(file).name.split(".")[0] or file for file in files]
    if len(set(files)) != len(files):
        raise InputError("a file is named twice", cure="name each once")
    return short if len(set(short)) == len(short) and "merged" not in short else files
