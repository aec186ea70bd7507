"""Label models on labels whose truth and workers are known."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

from caesura.corpus import read_corpus
from caesura.labels import LabelTable, gold_codes, infer, judge_workers, label_model, leave_one_out, read_gold, read_labels


def right(folder: Path, name: str, model: str) -> float:
    table = read_labels(folder / "crowd" / f"{name}.labels.csv")
    found = infer(label_model(model), table, read_gold(folder / "crowd" / f"{name}.gold.csv"))
    assert found.accuracy is not None
    return found.accuracy.value


@pytest.mark.parametrize("model", ["dawid-skene", "one-coin", "glad", "naive-bayes", "weighted-majority"])
@pytest.mark.parametrize("name", ["binary", "classes"])
def test_models_that_know_workers_get_more_out_of_the_same_labels(synthetic_data: Path, name: str, model: str) -> None:
    by_majority = right(synthetic_data, name, "majority")
    # Weights from a majority of careless workers gain nothing where there are only two answers.
    least = by_majority if model == "weighted-majority" else by_majority + 0.05
    assert right(synthetic_data, name, model) >= least


def test_the_careful_workers_are_found(synthetic_data: Path) -> None:
    """Every third worker is right 95 times in 100, the others hardly more than by chance."""
    table = read_labels(synthetic_data / "crowd" / "binary.labels.csv")
    judged = judge_workers(table, gold=gold_codes(table, read_gold(synthetic_data / "crowd" / "binary.gold.csv")))
    careful = {f"w{number:02}" for number in range(0, 21, 3)}
    best = sorted(judged, key=lambda worker: -(worker.accuracy or 0))[: len(careful)]
    assert {worker.name for worker in best} == careful


def test_repeated_labels_are_counted(synthetic_data: Path) -> None:
    file = synthetic_data / "crowd" / "binary.labels.csv"
    assert read_labels(file).dropped == 30
    assert len(read_labels(file, duplicates="all")) == 1030


@pytest.mark.parametrize(("model", "peer"), [("majority", "MajorityVote"), ("dawid-skene", "DawidSkene")])
def test_beside_crowd_kit(synthetic_data: Path, model: str, peer: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        crowdkit = pytest.importorskip("crowdkit.aggregation", reason="crowd-kit is not here: pip install crowd-kit")
    table = read_labels(synthetic_data / "crowd" / "classes.labels.csv")
    gold = read_gold(synthetic_data / "crowd" / "classes.gold.csv")
    mine = infer(label_model(model), table, gold).accuracy
    assert mine is not None
    theirs = _answers(table, getattr(crowdkit, peer)())
    as_true = sum(table.classes[code] == gold[task] for task, code in zip(table.tasks, theirs, strict=True))
    assert as_true > 60
    assert mine.value >= as_true / len(table.tasks) - mine.standard_error


def _answers(table: LabelTable, peer: Any) -> Any:
    import pandas

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        frame = pandas.DataFrame({"task": table.task_codes, "worker": table.worker_codes, "label": table.label_codes})
        return peer.fit_predict(frame).sort_index().to_numpy()


def test_references(synthetic_data: Path) -> None:
    read = read_corpus(synthetic_data / "webis-qsec-10")
    ways = leave_one_out(read.restricted(read.entries[:60]))
    assert [way.model for way in ways] == ["majority"] * 3
    assert all(0.75 < way.boundaries_right < 0.95 for way in ways)
