"""`caesura worth`: how many people's majority a method equals."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from caesura.cli.annotators_option import MachinesOption, answered_by
from caesura.cli.model_option import ModelOption
from caesura.cli.output import Format, FormatOption, print_rows
from caesura.cli.predictions import (
    CorpusArgument,
    FoldsOption,
    FromOption,
    LexiconOption,
    MethodsOption,
    PredictionsArgument,
    RulesOption,
    annotated_corpus,
    gather,
    listed,
    print_notes,
    settings_of,
)
from caesura.foundation import check_writable, shared_signature

app = typer.Typer()


@app.command(epilog="Example:  caesura worth my-corpus.jsonl --method learned,titles --folds 10")
def worth(
    corpus: CorpusArgument,
    predictions: PredictionsArgument = None,
    method: MethodsOption = None,
    annotators: MachinesOption = None,
    from_format: FromOption = None,
    lexicon: LexiconOption = None,
    model: ModelOption = None,
    folds: FoldsOption = None,
    rules: RulesOption = "printed",
    reference_votes: Annotated[
        int, typer.Option("--reference-votes", min=1, help="Votes that form the reference; the others form crowds.")
    ] = 3,
    resamples: Annotated[int, typer.Option(min=0, help="Bootstrap resamples for the intervals; 0 for none.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same draws, intervals and folds.")] = 1,
    plot: Annotated[str | None, typer.Option(metavar="FILE", help="Also draw the crowd's curve (.svg, .png, .pdf).")] = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Estimate how many annotators' majority a method equals, by drawing references and crowds from the votes.

    If you name no predictions, methods or annotators, it measures the default method.
    """
    from caesura.evaluation import save_worth_figure, worth_rows
    from caesura.segmenters import default_method

    check_writable(plot)
    machines = listed(annotators)
    read = answered_by(annotated_corpus(corpus, from_format), machines)
    settings = settings_of(lexicon, model, rules=rules, folds=folds, seed=seed)
    files = [*(predictions or ()), *machines]
    methods = listed(method) if method or files else [default_method()]
    gathered = gather(read, files, methods, settings)
    print_notes(dict.fromkeys(note for each in gathered.values() for note in getattr(each, "notes", ())))
    rows, figures = worth_rows(read, gathered, reference=reference_votes, resamples=resamples, seed=seed)
    if plot is not None:
        save_worth_figure(figures, plot)
    if format in (Format.JSON, Format.JSONL, Format.TSV):
        print_rows(rows, format, columns=["method", "measure", "score", "worth", "interval", "more_than", "signature"])
        return
    left_out = f", {figures.left_out} left out with too few votes" if figures.left_out else ""
    title = f"{read.name}: {figures.queries} queries against {figures.reference} votes each{left_out}"
    print_rows(_side_by_side(rows), format, title=title)
    if format is Format.TABLE:
        for row in rows:
            if row["method"] in gathered:
                measure = row["measure"] if row["measure"] == "newbreak" else f"{row['measure']} accuracy"
                number, space, interval = _people(row).partition(" [")
                typer.echo(f"{row['method']}: worth {number} people{space}{interval} by {measure}")
    typer.echo(f"signature: {shared_signature(row['signature'] for row in rows)}")


def _side_by_side(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Crowds and methods downwards; score and worth in people under each measure across."""
    lines: dict[str, dict[str, Any]] = {}
    for row in rows:
        line = lines.setdefault(row["method"], {"method": row["method"]})
        line[row["measure"]] = row["score"]
        line[f"worth by {row['measure']}"] = _people(row)
    return list(lines.values())


def _people(row: dict[str, Any]) -> str:
    number = f"over {row['more_than']:.0f}" if "more_than" in row else f"{row['worth']:.1f}"
    if "interval" not in row:
        return number
    low, high = (f"{end:.1f}" if end is not None else "over" for end in row["interval"])
    return f"{number} [{low}, {high}]"
