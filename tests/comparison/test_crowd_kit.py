"""Label models beside crowd-kit's: the same labels, and at least as accurate within one standard error."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from caesura.labels import DawidSkene, LabelTable, Majority, accuracy, gold_codes, infer, label_model, read_gold, read_labels

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    crowdkit = pytest.importorskip("crowdkit.aggregation", reason="crowd-kit is not here: pip install crowd-kit")

SETS = ("rte", "temp", "bluebird", "hcb", "ac2", "product", "sentiment", "web", "wsd")
PEERS = {"majority": "MajorityVote", "dawid-skene": "DawidSkene", "glad": "GLAD"}


def load(shared_data: Path, name: str) -> tuple[LabelTable, Any]:
    table = read_labels(shared_data / "crowd" / f"{name}.labels.csv")
    gold = read_gold(shared_data / "crowd" / f"{name}.gold.csv")
    if name == "ac2":  # most of its items have no gold label; without them the peers finish
        table = table.keep(np.array([task in gold for task in table.tasks])[table.task_codes])
    return table, gold


def peer_codes(table: LabelTable, peer: Any) -> Any:
    import pandas

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        frame = pandas.DataFrame({"task": table.task_codes, "worker": table.worker_codes, "label": table.label_codes})
        return peer.fit_predict(frame).sort_index().to_numpy()


def at_least_as_accurate(table: LabelTable, gold: Any, model: str) -> None:
    codes = gold_codes(table, gold)
    # Dawid and Skene as published, as the peer has it; Caesura's own default smooths more (docs/background/labels.md).
    settings = {"smoothing": 1e-6, "trust": 0.1} if model == "dawid-skene" else {}
    mine = infer(label_model(model, **settings), table, gold).accuracy
    assert mine is not None
    theirs = accuracy(peer_codes(table, getattr(crowdkit, PEERS[model])()), codes)
    assert mine.value >= theirs.value - theirs.standard_error, f"{mine.value:.4f} against {theirs.value:.4f}"


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("model", ["majority", "dawid-skene"])
def test_majority_and_dawid_skene(shared_data: Path, name: str, model: str) -> None:
    table, gold = load(shared_data, name)
    at_least_as_accurate(table, gold, model)


def test_majority_differs_only_in_ties(shared_data: Path) -> None:
    for name in ("rte", "web"):
        table, _ = load(shared_data, name)
        counts = table.counts
        clear = (counts == counts.max(axis=1, keepdims=True)).sum(axis=1) == 1
        mine = Majority().fit(table).codes_
        assert (mine[clear] == peer_codes(table, crowdkit.MajorityVote())[clear]).all()


def test_dawid_skene_without_smoothing_is_the_same_model(shared_data: Path) -> None:
    table, _ = load(shared_data, "rte")
    mine = DawidSkene(smoothing=1e-9, trust=0).fit(table)
    theirs = crowdkit.DawidSkene(n_iter=1000, tol=1e-9)
    peer_codes(table, theirs)
    assert mine.probabilities_ == pytest.approx(theirs.probas_.sort_index()[[0, 1]].to_numpy(), abs=1e-2)


@pytest.mark.long
@pytest.mark.parametrize("name", SETS)
def test_glad(shared_data: Path, name: str) -> None:
    table, gold = load(shared_data, name)
    at_least_as_accurate(table, gold, "glad")


def test_glad_on_a_small_set(shared_data: Path) -> None:
    table, gold = load(shared_data, "wsd")
    at_least_as_accurate(table, gold, "glad")
