"""Known labels inside the fit: certain while the model learns, and worth something to all other items."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.labels import MODELS, SimulatedCrowd, infer, label_model, label_table, make_labels
from tests.labels.crowds import Rows, crowds, table_of

CLAMPED = [name for name, model in MODELS.items() if not model.is_supervised]


@pytest.mark.parametrize("name", CLAMPED)
@given(rows=crowds(), data=st.data())
def test_known_items_have_their_label_for_certain(name: str, rows: Rows, data: st.DataObject) -> None:
    table = table_of(rows)
    gold = data.draw(st.dictionaries(st.sampled_from(table.tasks), st.sampled_from(table.classes), min_size=1))
    model = label_model(name).fit(table, gold=gold)
    assert {task: model.labels_[task] for task in gold} == gold
    for task, label in gold.items():
        assert model.probabilities_[table.tasks.index(task), table.classes.index(label)] == 1
    assert model.probabilities_.sum(axis=1) == pytest.approx(np.ones(len(table.tasks)))


@pytest.mark.parametrize("name", ["dawid-skene", "one-coin"])
def test_known_labels_teach_who_is_right(name: str) -> None:
    """Three of five workers are wrong in most cases; a few known labels turn the tables."""
    draw = np.random.default_rng(4)
    truths = draw.integers(0, 2, 400)
    rows: Rows = []
    for item, truth in enumerate(truths.tolist()):
        rows += [(item, who, truth if draw.random() < skill else 1 - truth) for who, skill in enumerate((0.9, 0.9, 0.2, 0.2, 0.2))]
    table, gold = table_of(rows), dict(enumerate(truths.tolist()))
    taught = {item: gold[item] for item in range(40)}
    alone = infer(label_model(name), table, gold).accuracy
    helped = infer(label_model(name), table, gold, known=taught).accuracy
    assert alone is not None
    assert helped is not None
    assert alone.value < 0.5
    assert helped.value > 0.85
    assert helped.total == 360


def test_a_supervised_model_takes_known_labels_too() -> None:
    table, gold = make_labels(SimulatedCrowd(workers=8), items=100, labels_per_item=5)
    known = dict(list(gold.items())[:30])
    found = infer(label_model("naive-bayes", folds=5), table, gold, known=known)
    assert {task: found.labels[task] for task in known} == known
    assert found.accuracy is not None
    assert found.accuracy.total == 70
    assert "|known:" in found.signature


def test_nothing_is_left_to_judge() -> None:
    table = label_table(["a", "b"], ["w", "w"], [0, 1])
    with pytest.raises(InputError, match="every gold label is known to the model"):
        infer(label_model("majority"), table, {"a": 0}, known={"a": 0})


@pytest.mark.parametrize("name", CLAMPED)
def test_more_labels_later_end_where_all_at_once_do(name: str) -> None:
    table, gold = make_labels(SimulatedCrowd(workers=20, accuracy=0.8), items=300, classes=3, labels_per_item=6, seed=8)
    early = np.arange(len(table)) % 6 < 4
    known = dict(list(gold.items())[:10])
    exact = {"tolerance": 1e-9} if hasattr(MODELS[name], "tolerance") else {}
    whole = label_model(name, **exact).fit(table, gold=known)
    grown = label_model(name, **exact).fit(table.keep(early), gold=known).partial_fit(table.keep(~early))
    assert set(grown.table_.tasks) == set(table.tasks)
    order = [grown.table_.tasks.index(task) for task in table.tasks]
    assert grown.probabilities_[order] == pytest.approx(whole.probabilities_, abs=5e-3)
    assert sum(grown.labels_[task] == whole.labels_[task] for task in table.tasks) >= 299


def test_a_first_part_and_new_classes() -> None:
    model = label_model("dawid-skene").partial_fit(["a", "a", "b"], ["v", "w", "v"], [0, 0, 1], gold={"a": 0})
    model.partial_fit(["b", "c", "c"], ["w", "v", "w"], [1, 2, 2])
    assert model.labels_ == {"a": 0, "b": 1, "c": 2}
    assert len(model.table_) == 6
