"""`caesura labels aggregate` and `references`: labels that are segmentations."""

from __future__ import annotations

from typing import Annotated

import typer

from caesura.cli.annotators_option import AnnotatorsOption, counted
from caesura.cli.corpus import CorpusPath, FromOption, LenientOption, OutputOption, ToOption, load, save
from caesura.cli.output import Format, FormatOption, print_rows
from caesura.foundation import one_of, shared_signature

DistanceOption = Annotated[str, typer.Option("--distance", help="d1 or d2, where segmentations are aggregated by distance.")]


def aggregate(
    corpus: CorpusPath,
    output: OutputOption,
    by: Annotated[str, typer.Option(help="structure (whole segmentations), break (or node of a tree), or distance.")] = "structure",
    model: Annotated[str, typer.Option(help="majority; where annotators are known also weighted-majority, one-coin, ...")] = (
        "majority"
    ),
    distance: DistanceOption = "d1",
    annotators: AnnotatorsOption = None,
    from_format: FromOption = None,
    to_format: ToOption = None,
    lenient: LenientOption = False,
) -> None:
    """Aggregate many annotators' segmentations into one reference: a corpus whose votes a model has weighted."""
    from caesura import labels

    aggregated = labels.aggregate(counted(load(corpus, from_format, lenient), annotators), by, model, power=_power(distance))
    save(aggregated, output, to_format)


def references(
    corpus: CorpusPath,
    distance: DistanceOption = "d1",
    annotators: AnnotatorsOption = None,
    from_format: FromOption = None,
    lenient: LenientOption = False,
    format: FormatOption = Format.TABLE,
) -> None:
    """Leave one annotator out, aggregate the others in every way, and see which reference comes nearest to them."""
    from caesura import labels
    from caesura.cli.progress import progress

    read = counted(load(corpus, from_format, lenient), annotators)
    with progress("leaving out", labels.rounds(read)) as advance:
        scores = labels.leave_one_out(read, power=_power(distance), advance=advance)
    if not any(labels.MODELS[score.model].knows_workers for score in scores):
        typer.echo("note: the corpus does not say who annotated: models that must know cannot be judged", err=True)
    rows = [score.row() for score in scores]
    print_rows(rows, format, columns=[key for key in rows[0] if key != "signature"] if format is Format.TABLE else None)
    if format is Format.TABLE:
        typer.echo(f"signature: {shared_signature(row['signature'] for row in rows)}")


def _power(distance: str) -> int:
    return int(one_of("distance", distance, ("d1", "d2"))[1])
