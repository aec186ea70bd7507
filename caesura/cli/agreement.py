"""`caesura agreement`: do annotators agree about the queries?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caesura.cli.model_option import ModelOption
from caesura.cli.output import Format, FormatOption, print_facts, print_rows
from caesura.cli.predictions import FoldsOption, LexiconOption, settings_of
from caesura.cli.progress import progress

if TYPE_CHECKING:
    from caesura.agreement import Distance
    from caesura.corpus import Corpus

app = typer.Typer()

_TITLES = {"kinds": "People and machines", "by_length": "By length", "annotators": "Without each annotator"}


@app.command(epilog="Example:  caesura agreement crowd.jsonl --against gold.jsonl")
def agreement(
    corpus: Annotated[str, typer.Argument(metavar="CORPUS", help="Queries with several annotations each, in any known format.")],
    against: Annotated[
        str | None, typer.Option(metavar="OTHER", help="Also print alpha between these annotators and those of another corpus.")
    ] = None,
    shape: Annotated[str | None, typer.Option(help="flat or nested; by default the shape of the annotations.")] = None,
    distance: Annotated[str, typer.Option(help="d1, or d2, which punishes differences high in a tree more.")] = "d1",
    by_length: Annotated[bool, typer.Option("--by-length", help="Also print all figures for each query length.")] = False,
    annotators: Annotated[
        bool, typer.Option("--annotators", help="Also print alpha without each annotator, to see who pulls it down.")
    ] = False,
    resamples: Annotated[int, typer.Option(min=0, help="Resamples of the queries for the intervals; 0 leaves them out.")] = 1000,
    estimate: Annotated[
        int,
        typer.Option(min=1000, metavar="PAIRS", help="For trees too long to count: estimate chance from this many drawn pairs."),
    ] = 100_000,
    alt_test: Annotated[
        str | None,
        typer.Option(
            "--alt-test",
            metavar="NAME",
            help="Instead: may this machine replace the annotators? A machine or person of the corpus, a method, a file; or A,B.",
        ),
    ] = None,
    epsilon: Annotated[
        float | None, typer.Option(help="For --alt-test: how much worse than a person a cheaper machine may be; 0.1 by default.")
    ] = None,
    experts: Annotated[bool, typer.Option("--experts", help="For --alt-test: the annotators are experts, epsilon is 0.2.")] = False,
    lexicon: LexiconOption = None,
    model: ModelOption = None,
    folds: FoldsOption = None,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same intervals, estimates and draws.")] = 1,
    format: FormatOption = Format.TABLE,
) -> None:
    """Print Krippendorff's alpha and S with intervals, other usual coefficients, and a sentence about them.

    They are people's; machine annotators of the corpus have a table of their own.
    """
    from caesura.agreement import Distance, agreement_by_kind, contributions, measure_agreement, other_coefficients, pairwise_kappa
    from caesura.agreement import by_length as length_rows
    from caesura.corpus import read_corpus

    kind, how = _kind(shape), _one_of(Distance, distance, "distance")
    read = read_corpus(corpus, annotated=alt_test is not None)
    if alt_test is not None:
        from caesura.agreement import CROWD_EPSILON, EXPERT_EPSILON
        from caesura.cli.agreement_alternative import print_alternative_test

        allowed = epsilon if epsilon is not None else EXPERT_EPSILON if experts else CROWD_EPSILON
        settings = settings_of(lexicon, model, folds=folds, seed=seed)
        print_alternative_test(read, alt_test, settings, format, distance=how, kind=kind, epsilon=allowed, seed=seed)
        return
    count_trees(read, [how], estimate, seed)
    other = None if against is None else read_corpus(against)
    result = measure_agreement(read, kind=kind, distance=how, resamples=resamples, seed=seed, draws=estimate, against=other)
    if result.warning:
        typer.echo(f"warning: {result.warning}", err=True)
    document = result.as_row() | other_coefficients(read, result.kind)
    if read.machines:
        document["kinds"] = agreement_by_kind(read, result.kind, how)
    if by_length:
        document["by_length"] = length_rows(read, kind=result.kind, distance=how, draws=estimate, seed=seed)
    if annotators:
        rows = [asdict(row) for row in contributions(read, how, result.kind)]
        kappa = pairwise_kappa(read) if result.kind.value == "flat" else None
        document["annotators"] = rows
        document["cohen_kappa"] = None if kappa is None else {"mean": float(kappa[0]), "pairs": kappa[1]}
    if format in (Format.JSON, Format.JSONL):
        print_facts(document, format)
        return
    tables = {name: document.pop(name) for name in ("kinds", "by_length", "annotators") if name in document}
    apart = ("sentence", "signature") if format is Format.TABLE else ()
    print_facts({key: value for key, value in document.items() if key not in (*apart, "warning")}, format, title=read.name)
    for name, rows in tables.items():
        if rows:
            print_rows(rows, format, title=_TITLES[name])
        else:
            typer.echo("The corpus does not say who annotated what, so nobody can be left out.", err=True)
    if format is Format.TABLE:
        typer.echo(result.sentence)
        typer.echo(f"signature: {result.signature}")


def count_trees(corpus: Corpus, distances: Sequence[Distance], draws: int, seed: int) -> None:
    """How far random trees are apart takes minutes for the longest, once: count them where a bar can be watched."""
    from caesura.agreement import Chance, Kind, items_of, kind_of, pairable

    if kind_of(corpus) is not Kind.NESTED:
        return
    lengths = sorted({item.boundaries for item in pairable(items_of(corpus))})
    with progress("counting random trees", len(lengths) * len(distances), unit="lengths") as advance:
        for length in lengths:
            for distance in distances:
                Chance(Kind.NESTED, distance, draws, seed).counts(length)
                advance(1)


def _kind(name: str | None) -> Any:
    from caesura.agreement import Kind

    return None if name is None else _one_of(Kind, name, "shape")


def _one_of(choices: Any, name: str, what: str) -> Any:
    from caesura.foundation import one_of

    return choices(one_of(what, name, choices))
