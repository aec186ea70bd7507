"""`caesura reproduce phrase-or-not`: the experiment of Lioma et al. 2018 on collections of your own."""

from __future__ import annotations

from typing import Annotated

import typer

from caesura.cli.output import Format, FormatOption
from caesura.cli.retrieval_experiment import (
    ConfigOption,
    MethodsOption,
    QueriesTableOption,
    ReportOption,
    RunFilesOption,
    RunsOption,
    SetOption,
    experiment_settings,
    opened_collection,
    read_config_file,
    run_and_print,
    wanted_runs,
)


def phrase_or_not(
    folder: Annotated[
        str, typer.Argument(metavar="DIR", help="A folder of collections, each with docs.jsonl, queries.tsv and qrels.txt.")
    ],
    config: ConfigOption = None,
    method: MethodsOption = None,
    run: RunsOption = None,
    setting: SetOption = None,
    report: ReportOption = None,
    per_query: QueriesTableOption = None,
    runs_to: RunFilesOption = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Run the whole experiment on every collection of a folder and print table 4 beside the published one."""
    from caesura.papers import beside_published
    from caesura.retrieval import collection_folders

    configured = read_config_file(config)
    settings = experiment_settings(configured, method, setting)
    opened = [opened_collection({"folder": str(inner)}, settings) for inner in collection_folders(folder)]
    run_and_print(opened, wanted_runs(configured, run), report, per_query, runs_to, format, beside_published)
