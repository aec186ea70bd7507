"""Every query by itself: what each run made of it and what that gave; and rankings as TREC run files."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from caesura.foundation import PathLike, written
from caesura.retrieval.experiment.experiment import Experiment
from caesura.retrieval.experiment.folders import made_folder
from caesura.retrieval.experiment.measures import MEASURES
from caesura.retrieval.experiment.winners import shown_option
from caesura.retrieval.ranking.run_file import write_run
from caesura.retrieval.runs.bag_of_words import NAME as BAG

Row = dict[str, Any]


def query_rows(experiment: Experiment) -> Iterator[Row]:
    """One row for each collection, run, measure and query, while the query's fold was tested."""
    for collection in experiment.collections:
        for name in (run.name for run in experiment.runs[collection.name]):
            for measure in MEASURES:
                outcome, bag = (experiment.outcome(collection, run, measure) for run in (name, BAG))
                for number, topic in enumerate(collection.topics):
                    yield {
                        "collection": collection.name,
                        "run": name,
                        "measure": measure,
                        "query": topic.id,
                        "fold": collection.folds[number],
                        "option": shown_option(collection, outcome, number),
                        "searched": str(outcome.searched[number].query),
                        "phrased": outcome.searched[number].phrased,
                        "agreement": collection.crowd.agreement(topic.id),
                        "mu": outcome.mus[number],
                        "value": float(outcome.values[number]),
                        "bag_of_words": float(bag.values[number]),
                        "gain": float(outcome.values[number] - bag.values[number]),
                        "simulated": outcome.run.simulated,
                    }


def write_query_rows(experiment: Experiment, path: PathLike) -> None:
    """The rows as tab-separated values, figures with all their digits."""
    rows = list(query_rows(experiment))
    with written(path) as stream:
        out = csv.DictWriter(stream, list(rows[0]), delimiter="\t", lineterminator="\n")
        out.writeheader()
        out.writerows({key: repr(value) if isinstance(value, float) else value for key, value in row.items()} for row in rows)


def write_runs(experiment: Experiment, folder: PathLike) -> list[Path]:
    """One TREC run file for each collection, run and measure: collection/run.measure.run."""
    files = []
    for collection in experiment.collections:
        inside = made_folder(Path(folder) / collection.name)
        for name in (run.name for run in experiment.runs[collection.name]):
            for measure in MEASURES:
                outcome = experiment.outcome(collection, name, measure)
                plain = "-".join("".join(c if c.isalnum() or c in "+.-" else " " for c in name).split())
                file = inside / f"{plain}.{measure}.run"
                asked = zip(collection.topics, outcome.searched, outcome.mus, strict=True)
                write_run(file, ((topic.id, collection.engine.search(choice.query, mu)) for topic, choice, mu in asked), plain)
                files.append(file)
    return files
