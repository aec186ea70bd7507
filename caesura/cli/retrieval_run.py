"""`caesura retrieval run`: the rankings of one way to phrase, as a TREC run, without judgements and without tuning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from caesura.cli.choices import choice
from caesura.cli.lexicon_option import opened_lexicon
from caesura.cli.output import Format, FormatOption, print_rows
from caesura.cli.progress import progress
from caesura.cli.retrieval_experiment import SetOption
from caesura.cli.retrieval_people import DATABASE, CampaignOption, DatabaseOption, options_and_trust
from caesura.foundation import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from caesura.corpus import Corpus
    from caesura.retrieval import Collection, PreparedRun


def run(
    index: Annotated[str | None, typer.Argument(metavar="INDEX", help="A folder built by `caesura retrieval index`.")] = None,
    queries: Annotated[
        str, typer.Option("--queries", metavar="F", help="id<TAB>query, one per line, or TREC topics; - is stdin.")
    ] = "-",
    name: Annotated[str, choice("retrieval:RUNS", "--run", metavar="RUN", help="Which run (see --list)")] = "segmenter",
    method: Annotated[
        str | None, choice("segmenters:METHODS", "--method", "-m", help="The segmenter, for runs that use one")
    ] = None,
    options: Annotated[
        str | None, typer.Option("--options", metavar="CORPUS", help="For user-choice: what annotators chose.")
    ] = None,
    campaign: CampaignOption = None,
    database: DatabaseOption = DATABASE,
    mu: Annotated[float, typer.Option("--mu", help="Dirichlet smoothing: the weight of the collection.")] = 2500.0,
    value: Annotated[
        float | None, typer.Option("--value", help="What the experiment would tune: theta, or the share of soft phrases.")
    ] = None,
    setting: SetOption = None,
    output: Annotated[str, typer.Option("--output", "-o", metavar="RUN", help="The run file; - is stdout.")] = "-",
    show_queries: Annotated[
        bool, typer.Option("--show-queries", help="Print what would be searched for, without searching.")
    ] = False,
    list_runs: Annotated[bool, typer.Option("--list", help="List the runs and stop.")] = False,
    format: FormatOption = Format.TABLE,
) -> None:
    """Search with one way to phrase, without judgements and tuning; the rankings become a TREC run."""
    if list_runs:
        _list_runs(format)
        return
    if index is None:
        raise InputError("no index to search", cure="name a folder built by `caesura retrieval index`")
    people, _ = options_and_trust(options, campaign, database)
    collection, prepared = _prepared(index, queries, name, method, people, value, setting)
    from caesura.retrieval import Tuning, write_run

    tuning = Tuning(value if value is not None else prepared.values[0])
    phrased = [prepared.choose(number, tuning) for number in range(len(collection.topics))]
    if show_queries:
        rows = [{"query": topic.id, "searched": str(one.query)} for topic, one in zip(collection.topics, phrased, strict=True)]
        print_rows(rows, format)
        return

    def answers() -> Iterator[tuple[str, list[tuple[str, float]]]]:
        with progress("searching", len(phrased), unit="queries") as advance:
            for topic, one in zip(collection.topics, phrased, strict=True):
                yield topic.id, collection.engine.search(one.query, mu)
                advance(1)

    write_run(output, answers(), prepared.name.replace(" ", "-"))
    for note in collection.notes:
        typer.echo(f"note: {note}", err=True)


def _prepared(
    index: str,
    queries: str,
    name: str,
    method: str | None,
    options: str | Corpus | None,
    value: float | None,
    given: list[str] | None,
) -> tuple[Collection, PreparedRun]:
    from caesura.retrieval import RUNS, open_unjudged, set_values, settings_of
    from caesura.segmenters import default_method

    entry = RUNS[name]
    if entry.needs_judgements:
        raise InputError(f"{name} learns from judgements", cure="see what it does with: caesura retrieval experiment --runs-to DIR")
    if name == "user-choice" and options is None:
        raise InputError("user-choice needs people's options", cure="name a corpus with --options, or a campaign with --campaign")
    if entry.tuned is not None and value is None:
        raise InputError(f"{name} has a value to tune ({entry.tuned})", cure="give it with --value; the experiment tunes it")
    grids = {} if value is None else {"thetas": str(value), "shares": str(value)}
    texts = {"methods": method or default_method(), "cache": "none", **grids, **set_values(given or ())}
    collection = open_unjudged(index, queries, options, settings_of(texts, lexicons=opened_lexicon))
    return collection, entry.prepare(collection)[0]


def _list_runs(format: Format) -> None:
    from caesura.retrieval import RUNS

    rows = [
        {"run": run.name, "what it does": run.description, "tuned": run.tuned or "", "published in": run.citation}
        for run in RUNS.values()
    ]
    print_rows(rows, format)
