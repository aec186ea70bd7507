"""`caesura retrieval run`: the rankings of one way to phrase, as a TREC run, without judgements and without tuning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from caesura.cli.output import Format, FormatOption, print_rows
from caesura.cli.predictions import LexiconOption
from caesura.cli.progress import progress
from caesura.cli.retrieval_experiment import ConfidenceOption, StopWordsOption, SynonymsOption, conditions
from caesura.foundation import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from caesura.retrieval import Plan, Trial


def run(
    index: Annotated[str | None, typer.Argument(metavar="INDEX", help="A folder made by `caesura retrieval index`.")] = None,
    queries: Annotated[str, typer.Option("--queries", metavar="F", help="id<TAB>query, one a line; - is stdin.")] = "-",
    name: Annotated[str, typer.Option("--run", metavar="RUN", help="Which run; --list shows all.")] = "segmenter",
    method: Annotated[str | None, typer.Option("--method", "-m", help="The segmenter, for runs that use one.")] = None,
    min_confidence: ConfidenceOption = 0.0,
    lexicon: LexiconOption = None,
    options: Annotated[
        str | None, typer.Option("--options", metavar="CORPUS", help="For user-choice: what annotators chose.")
    ] = None,
    mu: Annotated[float, typer.Option("--mu", help="How much the collection counts in smoothing.")] = 2500.0,
    setting: Annotated[
        float | None, typer.Option("--setting", help="What the experiment would tune: theta, or the share of soft phrases.")
    ] = None,
    query_stopwords: StopWordsOption = "english",
    synonyms: SynonymsOption = None,
    output: Annotated[str, typer.Option("--output", "-o", metavar="RUN", help="The run file; - is stdout.")] = "-",
    show_queries: Annotated[
        bool, typer.Option("--show-queries", help="Print what would be searched for, and search nothing.")
    ] = False,
    list_runs: Annotated[bool, typer.Option("--list", help="List the runs and stop.")] = False,
    format: FormatOption = Format.TABLE,
) -> None:
    """Search with one way to phrase: every query becomes what the run makes of it, the rankings become a TREC run."""
    if list_runs:
        _list_runs(format)
        return
    if index is None:
        raise InputError("no index to search", cure="name a folder made by `caesura retrieval index`")
    trial, plan = _prepared(index, queries, name, method, min_confidence, lexicon, options, setting, query_stopwords, synonyms)
    from caesura.retrieval import Case, write_run

    chosen = [
        plan.choose(Case(number, setting if setting is not None else plan.settings[0])) for number in range(len(trial.topics))
    ]
    if show_queries:
        rows = [{"query": topic.id, "searched": str(choice.query)} for topic, choice in zip(trial.topics, chosen, strict=True)]
        print_rows(rows, format)
        return

    def found() -> Iterator[tuple[str, list[tuple[str, float]]]]:
        with progress("searching", len(chosen), unit="queries") as advance:
            for topic, choice in zip(trial.topics, chosen, strict=True):
                yield topic.id, trial.engine.search(choice.query, mu)
                advance(1)

    write_run(output, found(), plan.name.replace(" ", "-"))
    for note in trial.selection.notes:
        typer.echo(f"note: {note}", err=True)


def _prepared(
    index: str,
    queries: str,
    name: str,
    method: str | None,
    min_confidence: float,
    lexicon: str | None,
    options: str | None,
    setting: float | None,
    query_stopwords: str,
    synonyms: str | None,
) -> tuple[Trial, Plan]:
    from caesura.retrieval import RUNS, open_unjudged
    from caesura.segmenters import default_method

    chosen = RUNS[name]
    if chosen.needs_judgements:
        raise InputError(f"{name} learns from judgements", cure="see what it does with: caesura retrieval experiment --runs-to DIR")
    if name == "user-choice" and options is None:
        raise InputError("user-choice needs people's options", cure="name a corpus with --options")
    if chosen.setting is not None and setting is None:
        raise InputError(f"{name} has a setting ({chosen.setting})", cure="give it with --setting; the experiment tunes it")
    shared = conditions(
        method=method or default_method(),
        min_confidence=min_confidence,
        lexicon=lexicon,
        words="2-6",
        query_stopwords=query_stopwords,
        synonyms=synonyms,
        folds=2,
        processes=1,
        cache="none",
        settings=() if setting is None else (setting,),
    )
    trial = open_unjudged(index, queries, options, shared)
    return trial, chosen.make(trial)[0]


def _list_runs(format: Format) -> None:
    from caesura.retrieval import RUNS

    rows = [
        {"run": run.name, "what it does": run.description, "tuned": run.setting or "", "published in": run.citation}
        for run in RUNS.values()
    ]
    print_rows(rows, format)
