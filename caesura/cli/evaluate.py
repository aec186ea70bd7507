"""`caesura evaluate`: how good predictions are, against all annotators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from caesura.cli.annotators_option import MachinesOption, answered_by
from caesura.cli.model_option import ExamplesOption, LogOption, ModelOption
from caesura.cli.output import Format, FormatOption, print_rows
from caesura.cli.predictions import (
    CorpusArgument,
    FoldsOption,
    FromOption,
    LexiconOption,
    MeasureOption,
    MethodsOption,
    PredictionsArgument,
    ReferenceOption,
    RulesOption,
    annotated_corpus,
    chosen_measures,
    chosen_subset,
    gather,
    listed,
    print_notes,
    settings_of,
)
from caesura.foundation import InputError, check_writable, shared_signature

app = typer.Typer()

_LEVELS = ("query", "segment_precision", "segment_recall", "segment_f", "break", "value")


@app.command(epilog="Example:  caesura evaluate corpus.jsonl mine.tsv other.tsv --subset nominal --subset non-nominal")
def evaluate(
    corpus: CorpusArgument,
    predictions: PredictionsArgument = None,
    method: MethodsOption = None,
    annotators: MachinesOption = None,
    from_format: FromOption = None,
    lexicon: LexiconOption = None,
    model: ModelOption = None,
    log: LogOption = None,
    examples: ExamplesOption = None,
    folds: FoldsOption = None,
    rules: RulesOption = "printed",
    reference: ReferenceOption = "closest",
    measure: MeasureOption = None,
    subset: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHICH",
            help="all, nominal, safe, length>=5, nominal&length=3, entry (of the lexicon), unseen (by the model), ...",
        ),
    ] = None,
    average: Annotated[str, typer.Option(help="macro (mean over queries) or micro (all earned over all possible).")] = "macro",
    people: Annotated[bool, typer.Option(help="Score the annotators against each other, as rows of the same table.")] = True,
    intervals: Annotated[bool, typer.Option("--intervals", help="Show 95 % intervals in tables (JSON always has them).")] = False,
    resamples: Annotated[int, typer.Option(min=0, help="Bootstrap resamples for the intervals; 0 for none.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same intervals and folds.")] = 1,
    per_query: Annotated[bool, typer.Option("--per-query", help="Print the values of each query instead.")] = False,
    report: Annotated[str | None, typer.Option(metavar="FILE.html", help="Also write a report as one HTML file.")] = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Score predictions under all measures and levels, beside the annotators themselves."""
    from caesura.evaluation import ALL, Average, ReferenceRule, evaluation_rows, few_queries_warning, query_rows
    from caesura.evaluation import evaluate as score

    how, rule, measures = Average(average), ReferenceRule(reference), chosen_measures(measure)
    check_writable(report)
    machines = listed(annotators)
    read = answered_by(annotated_corpus(corpus, from_format), machines)
    settings = settings_of(lexicon, model, rules=rules, log=log, examples=examples, folds=folds, seed=seed)
    subsets = [chosen_subset(text, settings, read) for text in subset] if subset else [ALL]
    gathered = gather(read, [*(predictions or ()), *machines], listed(method), settings)
    evaluation = score(read, gathered, measures=measures, rule=rule)
    print_notes(evaluation.notes)
    if per_query:
        print_rows(query_rows(evaluation, subsets), format, columns=["id", "method", "measure", "prediction", *_LEVELS])
        return
    rows = evaluation_rows(evaluation, subsets=subsets, average=how, people=people, resamples=resamples, seed=seed)
    if not rows:
        raise InputError("nothing to evaluate: no predictions, and no annotators to compare", cure="name predictions or a --method")
    if warning := few_queries_warning(rows):
        typer.echo(f"warning: {warning}", err=True)
    if report is not None:
        from caesura.evaluation import write_report

        write_report(evaluation, rows, report, subsets=subsets)
    if format in (Format.JSON, Format.JSONL, Format.TSV):
        print_rows(rows, format, columns=["method", "measure", "subset", "queries", *_LEVELS, "signature"])
        return
    print_rows(_as_in_the_thesis(rows, intervals), format, title=f"{read.name}: {len(read)} queries")
    typer.echo(f"signature: {shared_signature(row['signature'] for row in rows)}")


def _as_in_the_thesis(rows: Sequence[Mapping[str, Any]], intervals: bool) -> list[dict[str, Any]]:
    """Measures and levels downwards, methods across; several subsets stand side by side."""
    from caesura.evaluation import short_names

    several = len({row["subset"] for row in rows}) > 1
    short = short_names([row["method"] for row in rows])
    lines: dict[tuple[str, str], dict[str, Any]] = {}
    for row in rows:
        column = f"{row['subset']}: {short[row['method']]}" if several else short[row["method"]]
        for level in _LEVELS:
            if level in row:
                line = lines.setdefault(
                    (row["measure"], level), {"measure": row["measure"], "level": "" if level == "value" else level}
                )
                line[column] = _with_interval(row, level) if intervals and "intervals" in row else row[level]
    return list(lines.values())


def _with_interval(row: Mapping[str, Any], level: str) -> str:
    low, high = row["intervals"][level]
    return f"{row[level]:.3f} [{low:.3f}, {high:.3f}]"
