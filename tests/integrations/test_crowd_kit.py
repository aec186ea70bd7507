"""crowd-kit's frames go in, and what comes out its own tools take."""

from __future__ import annotations

import pandas
import pytest

from caesura.integrations import CrowdAggregator, aggregated_labels, aggregated_probabilities, crowd_frame
from caesura.labels import infer_labels, label_table

ROWS = [
    ("t1", "ann", "yes"),
    ("t1", "bob", "yes"),
    ("t1", "eve", "no"),
    ("t2", "ann", "no"),
    ("t2", "bob", "no"),
    ("t2", "eve", "no"),
]
FRAME = pandas.DataFrame(ROWS, columns=["task", "worker", "label"])


def test_there_and_back() -> None:
    table = label_table(*zip(*ROWS, strict=True))
    assert crowd_frame(table).equals(FRAME)
    assert infer_labels(crowd_frame(table)).model.table_.fingerprint == table.fingerprint


def test_answers_look_like_its_own() -> None:
    crowdkit = pytest.importorskip("crowdkit.aggregation", reason="crowd-kit is not installed: see requirements/peers.txt")
    theirs = crowdkit.MajorityVote().fit(FRAME)
    ours = CrowdAggregator("majority").fit_predict(FRAME)
    pandas.testing.assert_series_equal(ours, theirs.labels_, check_index_type=False)
    probabilities = CrowdAggregator("majority").fit_predict_proba(FRAME)
    pandas.testing.assert_frame_equal(probabilities, theirs.probas_, check_names=False, check_column_type=False)


def test_our_frame_goes_into_its_models_and_its_metrics_take_our_labels() -> None:
    crowdkit = pytest.importorskip("crowdkit.aggregation", reason="crowd-kit is not installed: see requirements/peers.txt")
    from crowdkit.metrics.data import consistency

    table = label_table(*zip(*ROWS, strict=True))
    labels = crowdkit.DawidSkene(n_iter=5).fit_predict(crowd_frame(table))
    assert labels.to_dict() == aggregated_labels(infer_labels(table, model="dawid-skene")).to_dict()
    assert 0 <= consistency(crowd_frame(table)) <= 1


def test_a_gold_series_judges() -> None:
    gold = pandas.Series({"t1": "yes", "t2": "yes"}, name="true_label")
    found = infer_labels(FRAME, gold=gold)
    assert found.accuracy is not None
    assert found.accuracy.value == 0.5
    assert aggregated_probabilities(found).sum(axis=1).tolist() == pytest.approx([1, 1])
