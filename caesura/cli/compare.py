"""`caesura compare`: which differences between two methods hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caesura.cli.choices import choice
from caesura.cli.model_option import ExamplesOption, LogOption, ModelOption
from caesura.cli.output import Format, FormatOption, print_rows
from caesura.cli.predictions import (
    CorpusArgument,
    FromOption,
    LexiconOption,
    MeasureOption,
    ReferenceOption,
    RulesOption,
    annotated_corpus,
    chosen_measures,
    from_file_or_output,
    from_method,
    print_notes,
    settings_of,
)
from caesura.foundation import InputError

if TYPE_CHECKING:
    from caesura.evaluation import Predicted, Predictions
    from caesura.shapes import Flat

app = typer.Typer()

_COLUMNS = ("measure", "level", "a", "b", "difference", "interval", "p_t", "p_randomisation", "p_holm", "won", "lost", "holds")


@app.command(epilog="Example:  caesura compare corpus.jsonl mine.tsv other.tsv --queries won-and-lost.tsv")
def compare(
    corpus: CorpusArgument,
    a: Annotated[str, typer.Argument(metavar="A", help="A predictions file, an output in the corpus, or method:NAME.")],
    b: Annotated[str, typer.Argument(metavar="B", help="What is compared with it; differences are B minus A.")],
    from_format: FromOption = None,
    lexicon: LexiconOption = None,
    model: ModelOption = None,
    log: LogOption = None,
    examples: ExamplesOption = None,
    rules: RulesOption = "printed",
    reference: ReferenceOption = "closest",
    measure: MeasureOption = None,
    subset: Annotated[str, typer.Option(metavar="WHICH", help="Only these queries, as in `caesura evaluate`.")] = "all",
    test: Annotated[str, typer.Option(help="The test that decides: randomisation or t.")] = "randomisation",
    level: Annotated[float, typer.Option(min=0, max=1, help="A difference holds if its corrected p is at most this.")] = 0.05,
    trials: Annotated[int, typer.Option(min=1000, help="Trials of the randomisation test, resamples of the bootstrap.")] = 10_000,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same p-values.")] = 1,
    show: Annotated[int, typer.Option(min=0, help="How many queries won and lost to list below the table.")] = 5,
    by: Annotated[str, choice("evaluation:MEASURES", metavar="MEASURE", help="Won and lost by this measure")] = "newbreak",
    queries: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write all queries won and lost with their votes, as TSV; - is stdout.")
    ] = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Test every difference between two methods, correct for their number, and list the queries won and lost."""
    from caesura.evaluation import ReferenceRule, Test, evaluate, few_queries_warning, parse_subset, won_and_lost
    from caesura.evaluation import compare as test_all
    from caesura.evaluation import measure as named_measure

    rule, deciding, part, measures = ReferenceRule(reference), Test(test), parse_subset(subset), chosen_measures(measure)
    listed_by = named_measure(by)
    read = annotated_corpus(corpus, from_format)
    settings = settings_of(lexicon, model, rules=rules, log=log, examples=examples)
    compared: dict[str, Predictions | Predicted[Flat]] = {}
    for name in (a, b):
        if name.startswith("method:"):
            shown = name.removeprefix("method:")
            predictions: Predictions | Predicted[Flat] = from_method(shown, read, settings)
        else:
            shown, predictions = from_file_or_output(name, read)
        if shown in compared:
            raise InputError(f"A and B are both called '{shown}'", cure="compare two different predictions")
        compared[shown] = predictions
    evaluation = evaluate(read, compared, measures=measures, rule=rule)
    print_notes(evaluation.notes)
    rows = test_all(evaluation, subset=part, test=deciding, level=level, trials=trials, seed=seed)
    if warning := few_queries_warning(rows):
        typer.echo(f"warning: {warning}", err=True)
    if queries is None and format is not Format.TABLE:
        print_rows(rows, format, columns=_COLUMNS)
        return
    listed = won_and_lost(evaluate(read, compared, measures=[listed_by], rule=rule), by, listed_by.levels[0], subset=part)
    if queries is not None:
        _write(queries, listed)
        if queries == "-":
            return
    if format is not Format.TABLE:
        print_rows(rows, format, columns=_COLUMNS)
        return
    names = list(compared)
    print_rows(rows, format, title=f"{read.name}: a = {names[0]}, b = {names[1]}", columns=_COLUMNS)
    holding = sum(row["holds"] for row in rows)
    typer.echo(f"{holding} of {len(rows)} differences hold at {level:g} ({deciding.value} test, Holm).")
    _list(listed, show, by, format)


def _list(listed: Sequence[Mapping[str, Any]], show: int, by: str, format: Format) -> None:
    won = [row for row in listed if row["difference"] > 0]
    lost = [row for row in listed if row["difference"] < 0]
    for what, rows in (("won", won), ("lost", lost[::-1])):
        if show and rows:
            print_rows(rows[:show], format, title=f"b {what} {len(rows)} queries by {by}; the clearest:")


def _write(path: str, listed: Sequence[Mapping[str, Any]]) -> None:
    import csv

    from caesura.foundation import written

    with written(path) as stream:
        writer = csv.DictWriter(stream, ["id", "difference", "a", "b", "votes"], delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(listed)
