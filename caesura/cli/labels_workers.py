"""`caesura labels workers`: what each worker is worth, whom to leave out, and what that changes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from caesura.cli.annotators_option import AnnotatorsOption, names_in
from caesura.cli.choices import choice
from caesura.cli.labels_options import DuplicatesOption, GoldOption, LabelsPath, SeedOption
from caesura.cli.output import Format, FormatOption, print_facts, print_rows
from caesura.foundation import save_figure


def workers(
    file: LabelsPath,
    gold: GoldOption = None,
    model: Annotated[
        str,
        choice("labels:MODELS", help="The model that judges workers without gold, and is refitted"),
    ] = ("dawid-skene"),
    spam: Annotated[
        float, typer.Option(help="Suggest excluding workers who answer at random with more than this probability.")
    ] = 0.5,
    min_accuracy: Annotated[
        float, typer.Option(min=0, max=1, help="Also suggest excluding workers who are right less often than this.")
    ] = 0.0,
    min_labels: Annotated[int, typer.Option(help="Never suggest workers with fewer judged labels.")] = 5,
    prior: Annotated[float | None, typer.Option(help="The share of spammers to expect; estimated where not given.")] = None,
    exclude: Annotated[list[str] | None, typer.Option(help="A worker to leave out, instead of the suggested ones.")] = None,
    duplicates: DuplicatesOption = "last",
    seed: SeedOption = 1,
    annotators: AnnotatorsOption = None,
    confusion: Annotated[bool, typer.Option(help="Show each worker's confusion matrix too.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Draw accuracy against labels given as SVG, PNG or PDF.")] = None,
    plot_confusion: Annotated[
        Path | None, typer.Option(help="Draw the confusion matrices of the busiest workers as SVG, PNG or PDF.")
    ] = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Judge workers by gold labels, or by a model: accuracy with interval, number done, pace, probability of spam."""
    from caesura import labels

    table = labels.read_labels(file, duplicates=duplicates, annotators=names_in(annotators))
    known = None if gold is None else labels.read_gold(gold)
    label_model = labels.label_model(model, seed=seed)
    if known is None:
        fitted = labels.infer(label_model, table).model
        if not fitted.converged_:
            typer.echo(f"note: {model} did not converge in {fitted.iterations_} iterations", err=True)
        judged = labels.judge_workers(table, model=fitted, prior=prior)
    else:
        judged = labels.judge_workers(table, gold=labels.gold_codes(table, known), prior=prior)
    left_out = exclude or labels.suspects(judged, spam=spam, min_labels=min_labels, min_accuracy=min_accuracy)
    changed = labels.without_workers(label_model, table, left_out, known) if left_out else None
    if plot is not None:
        save_figure(labels.workers_figure(judged, labels.OF_A_FILE, spam=spam), plot, title=f"{len(judged)} workers")
    if plot_confusion is not None:
        save_figure(labels.confusions_figure(judged, table.classes, labels.OF_A_FILE), plot_confusion, title="truths by labels")
    rows = [_row(worker, confusion, table.classes) | {"exclude": worker.name in left_out} for worker in judged]
    rows.sort(key=lambda row: -row["done"])
    signature = labels.workers_signature(
        table,
        label_model,
        known,
        duplicates=duplicates,
        prior=prior,
        spam=spam,
        min_labels=min_labels,
        min_accuracy=min_accuracy,
        excluded=exclude,
    )
    if format in (Format.JSON, Format.JSONL):
        document: dict[str, Any] = {"judged_by": "gold" if known is not None else model, "workers": rows}
        print_facts(document | {"exclusion": None if changed is None else changed.document(), "signature": signature}, format)
        return
    print_rows(rows, format, title=f"{len(rows)} workers, judged by {'gold labels' if known is not None else model}")
    if changed is not None:
        print_facts({"without": ", ".join(map(str, changed.workers))} | _numbers(changed.document()), format, title="Excluded")
    if format is Format.TABLE:
        typer.echo(f"signature: {signature}")


def _row(worker: Any, confusion: bool, classes: tuple[Any, ...]) -> dict[str, Any]:
    row: dict[str, Any] = worker.row()
    if confusion:
        row["confusion"] = {
            str(truth): {str(label): round(float(count), 3) for label, count in zip(classes, counts, strict=True)}
            for truth, counts in zip(classes, worker.confusion, strict=True)
        }
    return row


def _numbers(document: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name != "workers"}
