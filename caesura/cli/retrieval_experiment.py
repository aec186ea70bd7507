"""`caesura retrieval experiment`: do phrases help on your documents, queries and judgements?"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caesura.cli.lexicon_option import opened_lexicon
from caesura.cli.output import Format, FormatOption, print_json, print_rows
from caesura.cli.predictions import LexiconOption
from caesura.cli.progress import progress
from caesura.foundation import InputError, check_writable

if TYPE_CHECKING:
    from caesura.retrieval import Conditions, Experiment, Files, Trial


class ServerName(StrEnum):
    """Whose client is used for an index that is an address."""

    ELASTICSEARCH = "elasticsearch"
    OPENSEARCH = "opensearch"


class WordingName(StrEnum):
    """How queries are put to a server."""

    PARTS = "parts"
    PHRASING = "phrasing"


MethodsOption = Annotated[
    str | None, typer.Option("--method", "-m", metavar="A,B", help="Segmenters to try; by default titles and Caesura's own choice.")
]
ConfidenceOption = Annotated[float, typer.Option("--min-confidence", help="Segments with a lower probability stay words.")]
WordsOption = Annotated[str, typer.Option("--words", metavar="FIRST-LAST", help="Content words of the queries that take part.")]
StopWordsOption = Annotated[
    str, typer.Option("--query-stopwords", metavar="none|english|FILE", help="Words to take out of the queries only.")
]
SynonymsOption = Annotated[
    str | None, typer.Option("--synonyms", metavar="FILE", help="Sets of synonyms, one a line; WordNet's by default.")
]
FoldsOption = Annotated[int, typer.Option("--folds", min=2, help="Folds for tuning mu and thresholds.")]
MuOption = Annotated[str | None, typer.Option("--mu", metavar="A,B", help="Values of mu to try; those of the paper by default.")]
ServerOption = Annotated[ServerName, typer.Option("--server", help="What answers at an address: elasticsearch or opensearch.")]
RunsOption = Annotated[
    str | None, typer.Option("--run", metavar="A,B", help="Only these runs (see: caesura retrieval run --list).")
]
ProcessesOption = Annotated[int | None, typer.Option("--processes", min=1, help="Processes; one per core by default.")]
CacheOption = Annotated[str | None, typer.Option("--cache", metavar="DIR", help="Where figures are kept; none keeps nothing.")]
ReportOption = Annotated[str | None, typer.Option("--report", metavar="FILE", help="Also write an HTML page with figures.")]
QueriesTableOption = Annotated[
    str | None, typer.Option("--per-query", metavar="FILE", help="Also write one TSV row per query and run.")
]
RunFilesOption = Annotated[str | None, typer.Option("--runs-to", metavar="DIR", help="Also write TREC run files.")]


def experiment(
    index: Annotated[
        str | None,
        typer.Argument(
            metavar="[INDEX]", help="A folder made by `caesura retrieval index`, or http://host:9200/name of `retrieval fill`."
        ),
    ] = None,
    queries: Annotated[str | None, typer.Option("--queries", metavar="F", help="id<TAB>query, one a line.")] = None,
    qrels: Annotated[str | None, typer.Option("--qrels", metavar="F", help="Judgements: query iteration document grade.")] = None,
    options: Annotated[
        str | None, typer.Option("--options", metavar="CORPUS", help="What annotators chose, by query id; simulated without it.")
    ] = None,
    trust: Annotated[str | None, typer.Option("--trust", metavar="FILE", help="annotator<TAB>trust from 0 to 1.")] = None,
    collection: Annotated[
        list[str] | None,
        typer.Option("--collection", metavar="NAME=DIR", help="A folder with docs.jsonl, queries.tsv, qrels.txt; repeatable."),
    ] = None,
    method: MethodsOption = None,
    min_confidence: ConfidenceOption = 0.0,
    lexicon: LexiconOption = None,
    words: WordsOption = "2-6",
    query_stopwords: StopWordsOption = "english",
    synonyms: SynonymsOption = None,
    folds: FoldsOption = 3,
    mu: MuOption = None,
    run: RunsOption = None,
    server: ServerOption = ServerName.ELASTICSEARCH,
    wording: Annotated[
        WordingName, typer.Option(help="On a server: parts as here, or what `caesura phrase` writes.")
    ] = WordingName.PARTS,
    processes: ProcessesOption = None,
    cache: CacheOption = None,
    report: ReportOption = None,
    per_query: QueriesTableOption = None,
    runs_to: RunFilesOption = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Run every way to phrase on your judged queries, and see what is gained and what could be (Lioma et al. 2018, table 4)."""
    if (index is None) != (queries is None) or (index is None) != (qrels is None):
        raise InputError("an index needs queries and judgements", cure="give INDEX --queries F --qrels F together")
    if index is None and not collection:
        raise InputError("no collection to work on", cure="give INDEX --queries F --qrels F, or --collection NAME=DIR")
    shared = conditions(
        method=method,
        min_confidence=min_confidence,
        lexicon=lexicon,
        words=words,
        query_stopwords=query_stopwords,
        synonyms=synonyms,
        folds=folds,
        processes=processes,
        cache=cache,
        trust=trust,
        mus=mu_values(mu),
    )
    trials = []
    if index is not None:
        from caesura.retrieval import Files

        trials.append(_opened(index, Files(queries or "-", qrels or "-", options), shared, server, wording, mu))
    trials += [from_folder(*named_collection(given), shared) for given in collection or []]
    run_and_print(trials, run, report, per_query, runs_to, format)


def conditions(
    *,
    method: str | None,
    min_confidence: float,
    lexicon: str | None,
    words: str,
    query_stopwords: str,
    synonyms: str | None,
    folds: int,
    processes: int | None,
    cache: str | None,
    trust: str | None = None,
    settings: tuple[float, ...] = (),
    mus: tuple[float, ...] | None = None,
) -> Conditions:
    """What the options say, as the experiment takes it; `settings` stand in for the grids of what is tuned beside mu."""
    from caesura.retrieval import Choices, Conditions, read_synonyms, read_trust, stop_words
    from caesura.segmenters import METHODS, default_method

    methods = ["titles", default_method()] if method is None else [name.strip() for name in method.split(",")]
    choices = Choices(
        methods=tuple(dict.fromkeys(METHODS[name].name for name in methods)),
        min_confidence=min_confidence,
        lexicon=opened_lexicon(lexicon),
        synonyms=None if synonyms is None else read_synonyms(synonyms),
        folds=folds,
    )
    if mus is not None:
        choices = replace(choices, mus=mus)
    if settings:
        choices = replace(choices, thetas=settings, shares=settings)
    return Conditions(
        choices,
        lengths=_lengths(words),
        stop_words=stop_words(query_stopwords),
        trust=None if trust is None else read_trust(trust),
        cache=cache_folder(cache),
        processes=processes or os.cpu_count() or 1,
    )


def mu_values(text: str | None) -> tuple[float, ...] | None:
    """The values of --mu; None where the usual ones are meant."""
    if text is None:
        return None
    try:
        values = tuple(float(part) for part in text.split(","))
    except ValueError:
        raise InputError(f"--mu is '{text}'", cure="write numbers with commas, as in 500,1000,2500") from None
    if not all(0 < value < float("inf") for value in values):
        raise InputError(f"--mu is '{text}'", cure="mu is a number above 0")
    return values


def cache_folder(given: str | None) -> Path | None:
    """Where figures and indexes are kept: the folder given, the user's cache folder by default, None for `none`."""
    from caesura import foundation

    return None if given == "none" else foundation.cache_folder("retrieval") if given is None else Path(given)


def from_folder(name: str, folder: str | Path, shared: Conditions) -> Trial:
    """A collection from its folder; its index is made where it is not there yet."""
    from caesura.retrieval import open_folder

    work = shared.cache or _until_the_end()
    with progress(f"indexing {name}", None, unit="bytes") as advance:
        return open_folder(name, folder, shared, work, advance)


def _until_the_end() -> Path:
    """A folder for indexes that nobody wants to keep; it goes with the process."""
    import atexit
    import tempfile

    folder = tempfile.TemporaryDirectory(prefix="caesura-")
    atexit.register(folder.cleanup)
    return Path(folder.name)


def run_and_print(
    trials: Sequence[Trial],
    runs: str | None,
    report: str | None,
    per_query: str | None,
    runs_to: str | None,
    format: Format,
    beside: Callable[[list[dict[str, Any]]], list[dict[str, Any]]] | None = None,
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
    wanted = None if runs is None else [name.strip() for name in runs.split(",")]
    with progress("measuring", None, unit="steps") as advance:
        found = run_experiment(trials, wanted, _watch(advance))
    rows = experiment_rows(found)
    if report is not None:
        write_experiment_report(found, rows, report)
    if per_query is not None:
        write_query_rows(found, per_query)
    if runs_to is not None:
        write_runs(found, runs_to)
    rows = rows if beside is None else beside(rows)
    if format is Format.TABLE:
        _print_tables(found, rows)
    elif format is Format.JSON:
        print_json(rows)
    else:
        print_rows(rows, format)
    for note in (*found.notes, *significance_notes(found)):
        typer.echo(f"note: {note}", err=True)
    if any(trial.crowd.simulated for trial in trials):
        typer.echo("note: the users are simulated; give --options to have people's choices", err=True)
    typer.echo(f"note: {time.perf_counter() - began:.1f} s", err=True)


def _opened(index: str, files: Files, shared: Conditions, server: ServerName, wording: WordingName, mu: str | None) -> Trial:
    from caesura.retrieval import SERVER_MUS, ClientEngine, connect, open_indexed, open_trial

    if not index.startswith(("http://", "https://")):
        return open_indexed(Path(index).name, index, files, shared)
    client, name = connect(index, server.value)
    if mu is None:  # a server has fields for these, and no others
        shared = replace(shared, choices=replace(shared.choices, mus=SERVER_MUS))
    return open_trial(name, ClientEngine(client, name, wording=wording.value), files, shared)


def _print_tables(found: Experiment, rows: Sequence[dict[str, Any]]) -> None:
    from caesura.retrieval import MEASURES, helped, table_4

    for measure in MEASURES:
        print_rows(table_4(rows, measure), Format.TABLE, title=measure)
    every = {trial.name: helped(found, trial) for trial in found.trials}
    for name, of_trial in every.items():
        shares = ", ".join(f"{row['measure']} {row['helped']:.1f} %{_found(row)}" for row in of_trial)
        typer.echo(f"{name}: share of its {of_trial[0]['queries']} queries that a phrase helps: {shares}")
    if any(row["with_found_phrase"] is not None for of_trial in every.values() for row in of_trial):
        typer.echo("  (in brackets: with a phrase that occurs in the collection; the others help by leaving words out)")
    typer.echo("* best of its column, † differs significantly from the bag of words (Holm, .05)")


def _found(row: dict[str, Any]) -> str:
    return "" if row["with_found_phrase"] is None else f" ({row['with_found_phrase']:.1f} %)"


def _watch(advance: Callable[[int], None]) -> Callable[[str, int], Callable[[int], None]]:
    return lambda _step, _total: advance


def _lengths(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    if not first.isdecimal() or not (last or first).isdecimal():
        raise InputError(f"--words is '{text}'", cure="write 2-6, or one number")
    return int(first), int(last or first)


def named_collection(given: str) -> tuple[str, str]:
    """`NAME=DIR` of a command line."""
    name, equals, folder = given.partition("=")
    if not equals or not name.strip() or not folder:
        raise InputError(f"--collection is '{given}'", cure="write NAME=DIR")
    return name.strip(), folder
