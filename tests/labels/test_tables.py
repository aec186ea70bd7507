"""Tables of labels: merging them, when classes are too many to keep for each item, and what a model says of any label."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from caesura.labels import DawidSkene, Majority, SimulatedCrowd, label_model, label_table, make_labels
from caesura.labels.confusion import ConfusionPrior


def test_merged_tables_keep_times_only_where_both_have_them() -> None:
    timed = label_table(["a"], ["v"], [1], seconds=[2.5])
    later = label_table(["b"], ["w"], [0], seconds=[1.5])
    plain = label_table(["b"], ["w"], [0])
    both = timed.merged(later)
    assert both.seconds is not None
    assert both.seconds.tolist() == [2.5, 1.5]
    assert timed.merged(plain).seconds is None
    assert plain.merged(timed).seconds is None


def test_merged_tables_know_machines_where_one_did() -> None:
    one, other = (label_table([task], [worker], [1]) for task, worker in (("a", "v"), ("b", "w")))
    assert one.merged(other).kinds is None
    machine = label_table(["c"], ["robot"], [1])
    machine = type(machine)(**{**vars(machine), "kinds": ("machine",)})
    assert one.merged(machine).kinds == ("person", "machine")


def test_merged_tables_add_up_what_each_dropped() -> None:
    one = label_table(["a"], ["v"], [1]).with_dropped(5)
    other = label_table(["a", "b"], ["v", "w"], [0, 0]).with_dropped(20)
    merged = one.merged(other)
    assert (len(merged), merged.dropped) == (2, 5 + 20 + 1)


def test_labels_are_counted_by_item_and_class() -> None:
    table = label_table(["a", "a", "b", "a", "c"], ["u", "v", "u", "w", "v"], [2, 2, 0, 1, 0])
    assert table.counts.tolist() == [[0, 1, 2], [1, 0, 0], [1, 0, 0]]
    # The last item and the last class have no label of their own here.
    few = replace(table, task_codes=table.task_codes[2:3], worker_codes=table.worker_codes[2:3], label_codes=table.label_codes[2:3])
    assert few.counts.tolist() == [[0, 0, 0], [1, 0, 0], [0, 0, 0]]


def test_what_has_no_row_is_gone_and_the_rest_keeps_its_labels() -> None:
    table = label_table(["a", "b", "c", "d"], ["u", "v", "v", "w"], ["x", "y", "z", "y"])
    kept = table.keep(np.array([2, 3]))
    assert (kept.tasks, kept.workers, kept.classes) == (("c", "d"), ("v", "w"), ("x", "y", "z"))
    assert (kept.task_codes.tolist(), kept.worker_codes.tolist(), kept.label_codes.tolist()) == ([0, 1], [0, 1], [2, 1])
    assert table.keep(np.array([0, 1, 2, 3])).tasks == table.tasks


def test_machines_among_the_workers_are_part_of_the_fingerprint() -> None:
    table = label_table(["a", "a"], ["v", "w"], [1, 0])
    machine, other = (replace(table, kinds=("person", kind)) for kind in ("machine", "small model"))
    assert len({one.fingerprint for one in (table, machine, other)}) == 3


def test_many_classes_share_the_smoothing_of_ten() -> None:
    assert ConfusionPrior.checked(1.0, 0.5, 10) == ConfusionPrior(1.0, 0.5, 10)
    assert ConfusionPrior.checked(1.0, 0.5, 20).smoothing == 0.5
    assert ConfusionPrior.checked(1.0, 0.5, 20).total == 20 * 0.5 + 0.5


@pytest.mark.parametrize(("workers", "is_restricted"), [(2, False), (40, True)])
def test_confusions_of_many_workers_count_for_what_is_too_large(workers: int, is_restricted: bool) -> None:
    """500 classes squared for each worker, up to one row for each label: beside 4,000 labels that is too much for many workers."""
    draw = np.random.default_rng(1)
    labels = np.concatenate((np.arange(500), draw.integers(0, 500, 3500)))
    table = label_table(np.arange(4000) % 50, np.arange(4000) % workers, labels, duplicates="all")
    with patch.multiple("caesura.labels.table", _SMALL=600_000, _TIMES_LABELS=1):
        assert table.is_restricted is is_restricted


def test_neighbouring_ties_are_each_decided_among_their_own() -> None:
    """Items 0 to 5 have two labels each, of which no other item has any."""
    tasks, labels = zip(*((item, 2 * item + side) for item in range(6) for side in (0, 1)), strict=True)
    table = label_table(tasks, [0, 1] * 6, labels)
    drawn = set()
    for seed in range(8):
        model = Majority(ties="random", seed=seed).fit(table)
        drawn |= {(item, model.labels_[item]) for item in range(6)}
        assert model.ties_ == 6
    assert drawn == set(zip(tasks, labels, strict=True))


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("name", ["dawid-skene", "one-coin", "glad", "mace", "ibcc"])
def test_a_worker_gives_an_item_one_label_or_another(name: str, sparse: bool) -> None:
    table, _ = make_labels(SimulatedCrowd(workers=5, accuracy=0.8), items=30, classes=4, labels_per_item=4, seed=3)
    limits: dict[str, Any] = {"_SMALL": 0, "_TIMES_LABELS": 0} if sparse else {"_SMALL": 1 << 22}
    with patch.multiple("caesura.labels.table", **limits):
        assert table.is_restricted is sparse
        model = label_model(name).fit(table)
    asked = np.array(list(product(range(30), range(5), range(4))))
    found = model.likelihoods(*asked.T).reshape(30, 5, 4)
    assert found.sum(axis=2) == pytest.approx(1)
    assert (found > 0).all()


@pytest.mark.parametrize("sparse", [False, True])
def test_confusion_matrices_have_a_row_for_every_class_of_every_worker(sparse: bool) -> None:
    table, _ = make_labels(SimulatedCrowd(workers=5, accuracy=0.8), items=30, classes=4, labels_per_item=4, seed=3)
    limits: dict[str, Any] = {"_SMALL": 0, "_TIMES_LABELS": 0} if sparse else {"_SMALL": 1 << 22}
    with patch.multiple("caesura.labels.table", **limits):
        assert table.is_restricted is sparse
        model = DawidSkene().fit(table)
    assert model.confusion_.shape == (5, 4, 4)
    assert model.confusion_.sum(axis=2) == pytest.approx(1)
    assert np.einsum("wcc->w", model.confusion_).min() > 4 * 0.4  # guessing has a quarter
