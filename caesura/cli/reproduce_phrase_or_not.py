"""`caesura reproduce phrase-or-not`: the experiment of Lioma et al. 2018 on collections of your own."""

from __future__ import annotations

from typing import Annotated

import typer

from caesura.cli.output import Format, FormatOption
from caesura.cli.predictions import LexiconOption
from caesura.cli.retrieval_experiment import (
    CacheOption,
    ConfidenceOption,
    FoldsOption,
    MethodsOption,
    MuOption,
    ProcessesOption,
    QueriesTableOption,
    ReportOption,
    RunFilesOption,
    RunsOption,
    StopWordsOption,
    SynonymsOption,
    WordsOption,
    conditions,
    from_folder,
    mu_values,
    run_and_print,
)


def phrase_or_not(
    folder: Annotated[
        str, typer.Argument(metavar="DIR", help="A folder of collections, each with docs.jsonl, queries.tsv and qrels.txt.")
    ],
    method: MethodsOption = None,
    min_confidence: ConfidenceOption = 0.0,
    lexicon: LexiconOption = None,
    words: WordsOption = "2-6",
    query_stopwords: StopWordsOption = "english",
    synonyms: SynonymsOption = None,
    folds: FoldsOption = 3,
    mu: MuOption = None,
    run: RunsOption = None,
    processes: ProcessesOption = None,
    cache: CacheOption = None,
    report: ReportOption = None,
    per_query: QueriesTableOption = None,
    runs_to: RunFilesOption = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Run the whole experiment on every collection of a folder and print table 4 beside the published one."""
    from caesura.papers import beside_published
    from caesura.retrieval import collection_folders

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
        mus=mu_values(mu),
    )
    trials = [from_folder(found.name, found, shared) for found in collection_folders(folder)]
    run_and_print(trials, run, report, per_query, runs_to, format, beside_published)
