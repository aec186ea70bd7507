"""The experiment on a public collection, where it is at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from caesura.retrieval import ExperimentSettings, experiment_rows, helped, open_folder, run_experiment


def test_cacm(shared_data: Path, tmp_path: Path) -> None:
    folder = shared_data / "retrieval" / "cacm"
    if not folder.is_dir():
        pytest.skip("the collection CACM is not here")
    collection = open_folder("cacm", folder, ExperimentSettings(methods=("titles",)), tmp_path)
    assert len(collection.topics) == 12
    assert collection.notes == ["49 queries left out: over 6 content words", "3 queries left out: without judgements"]
    found = run_experiment([collection], ["mrf-sequential"])
    values = {(row["run"], row["measure"]): round(row["value"], 4) for row in experiment_rows(found)}
    # As measured when this was written; the bag of words and the bound are what docs/retrieval.md prints.
    assert values["bag-of-words", "MAP"] == 0.3942
    assert values["upper-bound", "MAP"] == 0.4210
    assert helped(found, collection)[0]["helped"] == 50.0
