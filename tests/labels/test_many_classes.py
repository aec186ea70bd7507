"""Thousands of classes: memory grows with the labels, and the sparse path equals the plain one."""

from __future__ import annotations

import tracemalloc
import warnings
from collections.abc import Hashable
from fractions import Fraction
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.labels import MODELS, DawidSkene, NotConvergedWarning, SimulatedCrowd, judge_workers, label_model, make_labels
from caesura.labels.exact import dawid_skene_step_exactly, majority_exactly
from tests.labels.crowds import Rows, crowds, table_of


def restricted() -> Any:
    """As if every table were too large for a matrix of items and classes."""
    return patch.multiple("caesura.labels.table", _SMALL=0, _TIMES_LABELS=0)


@given(crowds(classes=5), st.sampled_from([Fraction(1), Fraction(1, 100)]), st.sampled_from([Fraction(0), Fraction(1, 2)]))
def test_a_step_among_the_labels_that_were_given(rows: Rows, smoothing: Fraction, trust: Fraction) -> None:
    candidates: dict[Hashable, set[Hashable]] = {}
    for task, _, label in rows:
        candidates.setdefault(task, set()).add(label)
    expected = dawid_skene_step_exactly(rows, majority_exactly(rows), smoothing, trust, candidates)
    table, model = table_of(rows), DawidSkene(smoothing=float(smoothing), trust=float(trust), max_iterations=1)
    with restricted():
        assert table.is_restricted
    with pytest.warns(NotConvergedWarning):
        model.fit(table)
    for row, task in enumerate(table.tasks):
        assert model.probabilities_[row] == pytest.approx([float(expected[task][name]) for name in table.classes], abs=1e-9)


#: Grades and chains of breaks have few classes; these models say so where there are too many.
SPARSE = [name for name in MODELS if name not in ("ordinal", "chain")]


@pytest.mark.parametrize("name", ["ordinal", "chain"])
def test_models_of_few_classes_refuse_many(name: str) -> None:
    table = table_of([("a", "v", 1), ("a", "w", 2), ("b", "v", 3)])
    with restricted():
        assert table.is_restricted
    with pytest.raises(InputError, match="too many"):
        label_model(name).fit(table)


@pytest.mark.parametrize("name", SPARSE)
def test_the_sparse_path_finds_what_the_full_one_finds(name: str) -> None:
    table, gold = make_labels(SimulatedCrowd(workers=12, accuracy=0.8), items=200, classes=4, labels_per_item=6, seed=2)
    full = label_model(name).fit(table, gold=gold)
    with restricted():
        sparse = label_model(name).fit(table_of([(t, w, c) for t, w, c in _rows(table)]), gold=gold)
    assert full.posterior_.cells is not sparse.posterior_.cells
    assert not sparse.posterior_.cells.is_full
    same = sum(full.labels_[task] == sparse.labels_[task] for task in table.tasks)
    assert same >= 198
    again = sparse.probabilities(["new", "new"], ["worker 1", "worker 2"], [1, 1])
    assert again.shape == (1, 4)
    assert again.sum() == pytest.approx(1)


def _rows(table: object) -> Rows:
    from caesura.labels import LabelTable

    assert isinstance(table, LabelTable)
    codes = zip(table.task_codes.tolist(), table.worker_codes.tolist(), table.label_codes.tolist(), strict=True)
    return [(table.tasks[task], table.workers[worker], table.classes[label]) for task, worker, label in codes]


@pytest.mark.parametrize("name", ["majority", "dawid-skene"])
def test_four_thousand_classes_and_three_workers_are_no_burden(name: str) -> None:
    draw = np.random.default_rng(5)
    truths = draw.permutation(4000)
    rows: Rows = []
    for item, truth in enumerate(truths.tolist()):
        rows += [
            (item, who, truth if draw.random() < skill else int(draw.integers(4000))) for who, skill in enumerate((0.9, 0.8, 0.6))
        ]
    table = table_of(rows)
    assert len(table.classes) > 3900
    tracemalloc.start()
    few = {"max_iterations": 3} if "max_iterations" in label_model(name).__dict__ else {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NotConvergedWarning)
        model = label_model(name, **few).fit(table, gold={item: int(truth) for item, truth in enumerate(truths[:40].tolist())})
    judge_workers(table, model=model)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100 << 20
    right = sum(model.labels_[item] == truth for item, truth in enumerate(truths.tolist()))
    assert right > 0.85 * len(truths)
