"""`caesura retrieval experiment`: do phrases help on your documents, queries and judgements?"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caesura.cli.choices import choice
from caesura.cli.lexicon_option import opened_lexicon
from caesura.cli.output import Format, FormatOption, print_json, print_rows
from caesura.cli.progress import progress
from caesura.cli.retrieval_people import DATABASE, CampaignOption, DatabaseOption, options_and_trust
from caesura.foundation import InputError, check_writable

if TYPE_CHECKING:
    from caesura.retrieval import Collection, Config, Experiment, ExperimentSettings

Row = dict[str, Any]


class ServerName(StrEnum):
    """Whose client is used for an index that is an address."""

    ELASTICSEARCH = "elasticsearch"
    OPENSEARCH = "opensearch"


class WordingName(StrEnum):
    """How queries are put to a server."""

    PARTS = "parts"
    PHRASING = "phrasing"


MethodsOption = Annotated[
    str | None,
    choice(
        "segmenters:METHODS", "--method", "-m", metavar="A,B", help="Segmenters to try, by default titles and Caesura's own choice"
    ),
]
ServerOption = Annotated[ServerName, typer.Option("--server", help="The server at the address: elasticsearch or opensearch.")]
RunsOption = Annotated[str | None, choice("retrieval:RUNS", "--run", metavar="A,B", help="Only these runs")]
ConfigOption = Annotated[
    str | None,
    typer.Option("--config", metavar="FILE", help="TOML: tables of collections, settings and runs; options override it."),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="A setting, such as folds=5, mu=500,1000 or words=2-4; repeatable."),
]
ReportOption = Annotated[str | None, typer.Option("--report", metavar="FILE", help="Also write an HTML page with figures.")]
QueriesTableOption = Annotated[
    str | None, typer.Option("--per-query", metavar="FILE", help="Also write one TSV row per query and run.")
]
RunFilesOption = Annotated[str | None, typer.Option("--runs-to", metavar="DIR", help="Also write TREC run files.")]


def experiment(
    index: Annotated[
        str | None,
        typer.Argument(
            metavar="[INDEX]", help="A folder built by `caesura retrieval index`, or http://host:9200/name of `retrieval fill`."
        ),
    ] = None,
    queries: Annotated[
        str | None, typer.Option("--queries", metavar="F", help="id<TAB>query, one per line, or TREC topics.")
    ] = None,
    qrels: Annotated[str | None, typer.Option("--qrels", metavar="F", help="Judgements: query iteration document grade.")] = None,
    options: Annotated[
        str | None, typer.Option("--options", metavar="CORPUS", help="What annotators chose, by query id; simulated without it.")
    ] = None,
    campaign: CampaignOption = None,
    database: DatabaseOption = DATABASE,
    collection: Annotated[
        list[str] | None,
        typer.Option("--collection", metavar="NAME=DIR", help="A folder with docs.jsonl, queries.tsv, qrels.txt; repeatable."),
    ] = None,
    config: ConfigOption = None,
    method: MethodsOption = None,
    run: RunsOption = None,
    setting: SetOption = None,
    server: ServerOption = ServerName.ELASTICSEARCH,
    wording: Annotated[
        WordingName, typer.Option(help="On a server: parts (as the embedded engine) or phrasing (as `caesura phrase`).")
    ] = WordingName.PARTS,
    report: ReportOption = None,
    per_query: QueriesTableOption = None,
    runs_to: RunFilesOption = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Run every way to phrase on your judged queries: what is gained, and what could be (Lioma et al. 2018, table 4)."""
    if (index is None) != (queries is None) or (index is None) != (qrels is None):
        raise InputError("an index needs queries and judgements", cure="give INDEX --queries F --qrels F together")
    configured = read_config_file(config)
    tables = [
        *configured.collections,
        *({"name": name, "folder": folder} for name, folder in map(named_collection, collection or ())),
    ]
    if index is not None:
        named = {"index": index, "queries": queries, "qrels": qrels, "options": options, "campaign": campaign}
        asked = {"server": server.value, "wording": wording.value, "database": database}
        tables.insert(0, {name: value for name, value in {**named, **asked}.items() if value is not None})
    if not tables:
        cure = "give INDEX --queries F --qrels F, --collection NAME=DIR, or --config FILE"
        raise InputError("no collection to work on", cure=cure)
    settings = experiment_settings(configured, method, setting)
    mu_given = "mu" in configured.settings or any(text.startswith("mu=") for text in setting or ())
    opened = [opened_collection(table, settings, mu_given=mu_given) for table in tables]
    run_and_print(opened, wanted_runs(configured, run), report, per_query, runs_to, format)


def read_config_file(path: str | None) -> Config:
    from caesura.retrieval import Config, read_config

    return Config() if path is None else read_config(path)


def wanted_runs(config: Config, runs: str | None) -> list[str] | None:
    """Of the option, else of the file; None is all."""
    if runs is not None:
        return [name.strip() for name in runs.split(",")]
    return None if config.runs is None else list(config.runs)


def experiment_settings(config: Config, method: str | None, given: Sequence[str] | None) -> ExperimentSettings:
    """What the file says, then what the options say."""
    from caesura.retrieval import set_values, settings_of

    # Files named in the config lie beside it, files named on the command line where the command runs.
    values = {**config.settings, **set_values(given or (), beside=Path.cwd())}
    if method is not None:
        values["methods"] = method
    return settings_of(values, config.folder, opened_lexicon)


def opened_collection(table: Mapping[str, str], settings: ExperimentSettings, *, mu_given: bool = False) -> Collection:
    """A collection as a table of a config file names it; the index of a folder is built where it is not there yet."""
    from caesura.retrieval import Files, open_collection, open_folder, open_indexed

    if "folder" in table:
        name = table.get("name", Path(table["folder"]).name)
        work = settings.cache or _until_the_end()
        with progress(f"indexing {name}", None, unit="bytes") as advance:
            return open_folder(name, table["folder"], settings, work, advance)
    index = table["index"]
    options, trust = options_and_trust(table.get("options"), table.get("campaign"), table.get("database", DATABASE))
    files = Files(table["queries"], table["qrels"], options)
    if trust is not None and settings.trust is None:
        settings = replace(settings, trust=trust)
    if not index.startswith(("http://", "https://")):
        return open_indexed(table.get("name", Path(index).name), index, files, settings)
    from caesura.retrieval import SERVER_MUS, ClientEngine, connect

    client, name = connect(index, table.get("server", ServerName.ELASTICSEARCH.value))
    if not mu_given:  # a server has fields for these, and no others
        settings = replace(settings, mus=SERVER_MUS)
    engine = ClientEngine(client, name, wording="phrasing" if table.get("wording") == WordingName.PHRASING else "parts")
    return open_collection(table.get("name", name), engine, files, settings)


def _until_the_end() -> Path:
    """A folder for indexes that nobody wants to keep; it goes with the process."""
    import atexit
    import tempfile

    folder = tempfile.TemporaryDirectory(prefix="caesura-")
    atexit.register(folder.cleanup)
    return Path(folder.name)


def run_and_print(
    collections: Sequence[Collection],
    runs: Sequence[str] | None,
    report: str | None,
    per_query: str | None,
    runs_to: str | None,
    format: Format,
    beside: Callable[[list[Row]], list[Row]] | None = None,
) -> None:
    """The whole experiment, its table, and what else was asked for. `beside` may add rows of others to those that are printed."""
    from caesura.retrieval import (
        experiment_rows,
        run_experiment,
        significance_notes,
        write_experiment_report,
        write_query_rows,
        write_runs,
    )

    check_writable(report, per_query)
    began = time.perf_counter()
    with progress("measuring", None, unit="steps") as advance:
        result = run_experiment(collections, runs, lambda _step, _total: advance)
    rows = experiment_rows(result)
    if report is not None:
        write_experiment_report(result, rows, report)
    if per_query is not None:
        write_query_rows(result, per_query)
    if runs_to is not None:
        write_runs(result, runs_to)
    rows = rows if beside is None else beside(rows)
    if format is Format.TABLE:
        _print_tables(result, rows)
    elif format is Format.JSON:
        print_json(rows)
    else:
        print_rows(rows, format)
    for note in (*result.notes, *significance_notes(result)):
        typer.echo(f"note: {note}", err=True)
    if any(collection.crowd.simulated for collection in collections):
        typer.echo("note: the users are simulated; give --options or --campaign to have people's choices", err=True)
    typer.echo(f"note: {time.perf_counter() - began:.1f} s", err=True)


def _print_tables(result: Experiment, rows: Sequence[Row]) -> None:
    from caesura.retrieval import MEASURES, helped, table_4

    ours = [row for row in rows if not row.get("published")]
    published = [row for row in rows if row.get("published")]
    for measure in MEASURES:
        print_rows(table_4(ours, measure), Format.TABLE, title=measure)
        if published:
            # A table of its own: side by side they are wider than any window.
            print_rows(table_4(published, measure), Format.TABLE, title=f"{measure} as published")
    every = {collection.name: helped(result, collection) for collection in result.collections}
    for name, of_collection in every.items():
        shares = ", ".join(f"{row['measure']} {row['helped']:.1f} %{_found(row)}" for row in of_collection)
        typer.echo(f"{name}: share of its {of_collection[0]['queries']} queries that a phrase helps: {shares}")
    if any(row["with_found_phrase"] is not None for of_collection in every.values() for row in of_collection):
        typer.echo("  (in brackets: with a phrase that occurs in the collection; the others help by leaving words out)")
    typer.echo("* best of its column, † differs significantly from the bag of words (Holm, .05)")


def _found(row: Row) -> str:
    return "" if row["with_found_phrase"] is None else f" ({row['with_found_phrase']:.1f} %)"


def named_collection(given: str) -> tuple[str, str]:
    """`NAME=DIR` of a command line."""
    name, equals, folder = given.partition("=")
    if not equals or not name.strip() or not folder:
        raise InputError(f"--collection is '{given}'", cure="write NAME=DIR")
    return name.strip(), folder
