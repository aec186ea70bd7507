"""Crowds that no model was made for: every model still ends, with a label and a probability for each item."""

from __future__ import annotations

import csv
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.labels import MODELS, NotConvergedWarning, infer_labels, label_model, read_labels
from tests.cli.commands import run
from tests.labels.crowds import Rows, crowds, table_of

#: Grades and chains have few classes; they refuse hundreds.
_FEW_CLASSES = ("ordinal", "chain")
ODD: dict[str, Rows] = {
    "one worker": [(f"t{item}", "w", item % 3) for item in range(9)],
    "one class": [(f"t{item}", f"w{who}", "yes") for item in range(5) for who in range(3)],
    "one label for each item": [(f"t{item}", f"w{item % 4}", item % 2) for item in range(12)],
    "one label for each worker": [(f"t{number % 4}", f"w{number}", number % 2) for number in range(12)],
    "workers who never meet": [
        (f"{side}{item}", f"{side}{who}", (item + who // 2) % 2) for side in "ab" for item in range(6) for who in range(3)
    ],
    "always the contrary": [(f"t{item}", f"w{who}", (item + (who == 2)) % 2) for item in range(10) for who in range(3)],
    "one item": [("t", f"w{who}", who % 3) for who in range(7)],
    "a class that one person gave once": [
        (f"t{item}", f"w{who}", 2 if (item, who) == (0, 0) else item % 2) for item in range(8) for who in range(4)
    ],
    "350 classes": [(f"t{item}", f"w{who}", (item * 7 + (who == 0)) % 350) for item in range(400) for who in range(3)],
}


@pytest.mark.parametrize("crowd", ODD)
@pytest.mark.parametrize("name", MODELS)
def test_every_model_ends(name: str, crowd: str) -> None:
    rows: Rows = list(ODD[crowd])
    if crowd == "350 classes" and name in _FEW_CLASSES:
        pytest.skip("few classes only")
    table = table_of(rows)
    gold = {task: label for task, _, label in rows[::2]}
    options: dict[str, Any] = {"folds": 1 if crowd == "one item" else 2} if name == "naive-bayes" else {}
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        warnings.simplefilter("ignore", NotConvergedWarning)
        model = label_model(name, **options).fit(table, gold=gold if MODELS[name].is_supervised else None)
    assert set(model.predict()) == set(table.tasks)
    assert set(model.predict().values()) <= set(table.classes)
    values = model.probabilities()
    assert np.isfinite(values).all()
    assert values.sum(axis=1) == pytest.approx(np.ones(len(table.tasks)))


@pytest.mark.parametrize("crowd", [name for name in ODD if name != "350 classes"])
def test_auto_chooses_whatever_the_crowd(crowd: str) -> None:
    found = infer_labels(table_of(list(ODD[crowd])), model="auto")
    assert len(found.labels) == len({task for task, _, _ in ODD[crowd]})
    if crowd.startswith("one label for each"):
        assert found.document()["chosen"] == "majority"
        assert "no label could be kept back" in found.document()["because"]


#: `ebcc` draws its other starts item by item, `naive-bayes` its folds.
@pytest.mark.parametrize("name", [name for name in MODELS if name not in ("naive-bayes", "chain")])
@given(rows=crowds(), order=st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(name: str, rows: Rows, order: Any) -> None:
    options: dict[str, Any] = {"restarts": 0} if name == "ebcc" else {}
    first = label_model(name, **options).fit(table_of(rows))
    shuffled = list(rows)
    order.shuffle(shuffled)
    second = label_model(name, **options).fit(table_of(shuffled))
    for task, row in zip(first.table_.tasks, first.probabilities(), strict=True):
        other = second.probabilities()[second.table_.tasks.index(task)]
        by_class = [other[second.table_.classes.index(name)] for name in first.table_.classes]
        assert row == pytest.approx(by_class, abs=1e-6)


NAMES = ['a,b "c"', "line\nbreak", "=1+1", "'", " blank ", "日本", "e\u0301", "0", "None", "a\tb"]


def test_names_with_odd_characters_come_back(tmp_path: Path) -> None:
    path, out = tmp_path / "labels.csv", tmp_path / "true.csv"
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(("task", "worker", "label"))
        writer.writerows((task, f"{who}{task}", task) for task in NAMES for who in range(3))
    assert set(read_labels(path).classes) == set(NAMES)
    for model in ("majority", "dawid-skene", "ebcc"):
        done = run("labels", "infer", path, "--model", model, "-o", out)
        assert done.returncode == 0, done.stderr
        with out.open(newline="", encoding="utf-8") as stream:
            rows = list(csv.DictReader(stream))
        assert [(row["task"].removeprefix("'"), row["label"].removeprefix("'")) for row in rows] == [
            (name.removeprefix("'"), name.removeprefix("'")) for name in NAMES
        ]
