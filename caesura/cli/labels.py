"""`caesura labels`: true labels, workers and how many labels are needed, from a CSV of task, worker, label."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from caesura.cli.annotators_option import AnnotatorsOption, names_in
from caesura.cli.choices import choice
from caesura.cli.labels_compare import compare
from caesura.cli.labels_listqa import app as listqa
from caesura.cli.labels_mixed import mixed
from caesura.cli.labels_options import DuplicatesOption, FoldsOption, GoldOption, LabelsPath, SeedOption, TiesOption, check_folds
from caesura.cli.labels_scores import scores
from caesura.cli.labels_shapes import aggregate, references
from caesura.cli.labels_simulate import simulate
from caesura.cli.labels_workers import workers
from caesura.cli.labels_worth import worth
from caesura.cli.output import Format, FormatOption, print_facts
from caesura.foundation import InputError, save_figure

app = typer.Typer(
    no_args_is_help=True, help="Learn true labels from a crowd's, judge its workers, plan how many labels to collect."
)

app.add_typer(listqa, name="listqa")
app.command(epilog="Example:  caesura labels compare first.csv second.csv --gold gold.csv")(compare)
app.command(epilog="Example:  caesura labels workers labels.csv --gold gold.csv --plot workers.svg")(workers)
app.command(epilog="Example:  caesura labels simulate labels.csv --gold gold.csv --target 0.9 --repeats 100")(simulate)
app.command(epilog="Example:  caesura labels aggregate annotations.jsonl --by break -o reference.jsonl")(aggregate)
app.command(epilog="Example:  caesura labels scores ratings.csv --workers")(scores)
app.command(epilog="Example:  caesura labels references annotations.jsonl")(references)


app.command(epilog="Example:  caesura labels worth labels.csv --annotators gpt")(worth)
app.command(epilog="Example:  caesura labels mixed labels.csv --gold gold.csv --machine gpt --person-cost 0.05")(mixed)


@app.command(epilog="Example:  caesura labels infer labels.csv --model glad --gold gold.csv --output true.csv")
def infer(
    file: LabelsPath,
    model: Annotated[
        str, choice("labels:MODELS", help="How to infer the true labels: auto lets the labels decide, or")
    ] = "majority",
    gold: GoldOption = None,
    known: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="CSV with the columns task, label: labels that are certain while the model learns. They are not judged.",
        ),
    ] = None,
    estimate: Annotated[
        bool,
        typer.Option("--estimate", help="Ask ibcc, ebcc or dawid-skene how accurate they think their labels are; needs no gold."),
    ] = False,
    annotators: AnnotatorsOption = None,
    ties: TiesOption = "lowest",
    duplicates: DuplicatesOption = "last",
    folds: FoldsOption = None,
    smoothing: Annotated[str | None, typer.Option(help="For naive-bayes: add-one (the default) or printed.")] = None,
    restarts: Annotated[int | None, typer.Option(help="More starting points for iterative models; the best fit counts.")] = None,
    parameter: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Any other parameter of the model; may be repeated.")
    ] = None,
    seed: SeedOption = 1,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write task, label, probability here; - is stdout.")
    ] = None,
    items: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write what is known of each item here, the least certain first (glad: difficulty)."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(help="With --gold: draw how often labels are right by how sure the model is, as SVG, PNG or PDF.")
    ] = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Infer the true labels. With --gold, report how many are right; naive-bayes also learns from gold (out of fold)."""
    from caesura import labels

    table = labels.read_labels(file, duplicates=duplicates, annotators=names_in(annotators))
    truths = None if gold is None else labels.read_gold(gold)
    certain = None if known is None else labels.read_gold(known)
    name, choice = labels.resolved(model, table, known=certain, seed=seed)
    options: dict[str, Any] = {} if restarts is None else {"restarts": restarts}
    if labels.MODELS[name].is_supervised:
        options |= {"folds": check_folds([name], folds), "smoothing": smoothing or "add-one"}
    elif folds is not None or smoothing is not None:
        raise InputError(
            f"{'--smoothing' if folds is None else '--folds'}: {name} does not learn from gold labels",
            cure="leave it out, or use --model naive-bayes",
        )
    if restarts is not None and not hasattr(labels.MODELS[name], "restarts"):
        raise InputError(f"--restarts: {name} has only one start", cure="leave it out, or use an iterative model, such as glad")
    fitted = labels.model_with(name, parameter or [], ties=ties, seed=seed, **options)
    inferred = labels.infer(fitted, table, truths, known=certain, rule=duplicates, choice=choice, estimate=estimate)
    if not fitted.converged_:
        typer.echo(f"note: {name} did not converge in {fitted.iterations_} iterations; raise --set max_iterations=N", err=True)
    if plot is not None and truths is not None:
        bins = labels.reliability(fitted, labels.gold_codes(table, truths))
        save_figure(labels.calibration_figure({name: bins}, labels.OF_A_FILE), plot)
    if output is not None:
        labels.write_labels(output, inferred.labels, inferred.probabilities)
    if items is not None:
        labels.write_items(items, inferred.items())
    if "-" not in (output, items):
        candidates = {"candidates": choice.rows()} if choice is not None and format in (Format.JSON, Format.JSONL) else {}
        print_facts(inferred.document() | candidates, format)
