"""Simulations: seeded, the same in any number of processes, and right about what they draw."""

from __future__ import annotations

import numpy as np
import pytest

from caesura.foundation import InputError
from caesura.labels import (
    OF_A_FILE,
    Majority,
    SimulatedCrowd,
    accuracy,
    curves_figure,
    gold_codes,
    labels_needed,
    make_labels,
    simulate,
    stop_early,
)
from caesura.labels.drawing import draw_labels, label_ranks, mix_spammers, redraw_quality
from caesura.labels.simulation import Point
from tests.labels.crowds import answers

CROWD = SimulatedCrowd(workers=12, accuracy=0.75, spread=0.2)


def test_a_made_up_crowd_is_what_was_ordered() -> None:
    table, gold = make_labels(SimulatedCrowd(workers=20, accuracy=0.8, spread=0), items=2000, classes=4, labels_per_item=5)
    assert table.labels_per_task.tolist() == [5] * 2000
    assert len({(a, b) for a, b in zip(table.task_codes, table.worker_codes, strict=True)}) == 10000
    truths = gold_codes(table, gold)[table.task_codes]
    assert (truths == table.label_codes).mean() == pytest.approx(0.8, abs=0.02)
    wrong = (table.label_codes - truths)[truths != table.label_codes] % 4
    assert np.bincount(wrong, minlength=4)[1:] / len(wrong) == pytest.approx(np.full(3, 1 / 3), abs=0.04)
    spam, _ = make_labels(SimulatedCrowd(workers=4, accuracy=1, spread=0, spammers=1), items=500, labels_per_item=2)
    assert (spam.label_codes == 1).mean() == pytest.approx(0.5, abs=0.06)


@pytest.mark.parametrize("crowd", [SimulatedCrowd(workers=0), SimulatedCrowd(accuracy=1.2), SimulatedCrowd(spammers=-1)])
def test_impossible_crowds(crowd: SimulatedCrowd) -> None:
    with pytest.raises(InputError):
        make_labels(crowd, items=3, labels_per_item=1)
    with pytest.raises(InputError, match="9 labels per item of 3 workers"):
        make_labels(SimulatedCrowd(workers=3), items=3, labels_per_item=9)


def test_draws_keep_k_labels_of_each_item() -> None:
    table = answers("1100", "10--", "0000", "1---")
    drawn = draw_labels(table, 2, np.random.default_rng(1))
    assert drawn.labels_per_task.tolist() == [2, 2, 2, 1]
    assert drawn.tasks == table.tasks
    with pytest.raises(InputError, match="0 labels per item"):
        draw_labels(table, 0, np.random.default_rng(1))
    ranks = label_ranks(table, np.random.default_rng(2))
    for item in range(4):
        assert sorted(ranks[table.task_codes == item]) == list(range(table.labels_per_task[item]))


def test_every_label_is_as_likely_to_be_drawn() -> None:
    table = answers("012345")
    drawn = np.concatenate([draw_labels(table, 2, np.random.default_rng(seed)).label_codes for seed in range(600)])
    assert np.bincount(drawn) == pytest.approx(np.full(6, 200), abs=45)


def test_spam_and_quality() -> None:
    table, gold = make_labels(CROWD, items=400)
    codes = gold_codes(table, gold)
    spam = mix_spammers(table, 1, np.random.default_rng(1))
    assert all(isinstance(name, tuple) and name[0] == "spammer" for name in spam.workers)
    assert len(spam) == len(table)
    assert mix_spammers(table, 0, np.random.default_rng(1)).label_codes.tolist() == table.label_codes.tolist()
    perfect = redraw_quality(table, codes, 1, 0, np.random.default_rng(1))
    assert accuracy(Majority().fit(perfect).codes_, codes).value == 1
    some = codes.copy()
    some[::2] = -1
    assert len(redraw_quality(table, some, 0.5, 0, np.random.default_rng(1)).tasks) == 200


@pytest.mark.parametrize("vary", ["labels", "spammers", "quality"])
def test_accuracy_goes_the_way_it_must(vary: str) -> None:
    table, gold = make_labels(CROWD, items=300, labels_per_item=7)
    values = {"labels": [1.0, 7.0], "spammers": [0.6, 0.0], "quality": [0.55, 0.9]}[vary]
    points = simulate(table, gold, vary=vary, values=values, models=["majority", "naive-bayes", "glad"], repeats=3)
    for worse, better in zip(points[::2], points[1::2], strict=True):
        assert worse.model == better.model
        assert worse.mean + 0.03 < better.mean
        row = better.row(vary)
        assert row["low"] - 1e-9 <= row["accuracy"] <= row["high"] + 1e-9


def test_known_items_raise_the_accuracy_of_the_others() -> None:
    """Most of this crowd says the contrary: only known labels can tell, and what is judged is never known."""
    table, gold = make_labels(
        SimulatedCrowd(workers=12, accuracy=0.4, spread=0.35), items=200, classes=2, labels_per_item=7, seed=3
    )
    points = simulate(table, gold, vary="gold", values=[0, 80], models=["dawid-skene", "ibcc", "naive-bayes"], repeats=4)
    means = {(point.model, point.value): point.mean for point in points}
    assert ("naive-bayes", 0) not in means
    assert means["dawid-skene", 80] > means["dawid-skene", 0] + 0.2
    assert means["ibcc", 80] > means["ibcc", 0] + 0.2
    assert all(0 < len(point.correct) <= 200 for point in points)


def test_majority_learns_nothing_from_known_items() -> None:
    """Half of the gold items judge, the same ones at every value, and none of them is among the known."""
    table, gold = make_labels(CROWD, items=60, labels_per_item=3, seed=2)
    none, some = simulate(table, gold, vary="gold", values=[0, 30], models=["majority"], repeats=5)
    assert none.accuracies.tolist() == some.accuracies.tolist()
    with pytest.raises(InputError, match="31 known items of 60 with gold; half of them judge: give 0 to 30"):
        simulate(table, gold, vary="gold", values=[31], models=["majority"], repeats=1)


def test_the_same_in_one_and_in_two_processes() -> None:
    table, gold = make_labels(CROWD, items=40, classes=3)
    one = simulate(table, gold, values=[1, 3], models=["majority", "dawid-skene", "naive-bayes"], repeats=3)
    two = simulate(table, gold, values=[1, 3], models=["majority", "dawid-skene", "naive-bayes"], repeats=3, processes=2)
    assert [point.row("labels") for point in one] == [point.row("labels") for point in two]
    other = simulate(table, gold, values=[1, 3], models=["majority"], repeats=3, seed=2)
    assert [point.row("labels") for point in other] != [point.row("labels") for point in one[:2]]


def point(model: str, value: float, right: list[float]) -> Point:
    return Point(model, value, np.array([np.mean(right)]), np.array(right), 0)


def test_how_many_labels_are_needed() -> None:
    all_right, some = [1.0] * 100, [1.0] * 80 + [0.0] * 20
    points = [point("a", 1, some), point("a", 3, all_right), point("b", 1, some), point("b", 3, some)]
    first, second = labels_needed(points, 0.95)
    assert first.row() | {"target": 0, "best_accuracy": 0, "best_labels": 0} == {
        "model": "a",
        "target": 0,
        "labels": 3,
        "from": 3,
        "to": 3,
        "reached": 1.0,
        "best_accuracy": 0,
        "best_labels": 0,
    }
    assert second.row() == {
        "model": "b",
        "target": 0.95,
        "labels": None,
        "from": None,
        "to": None,
        "reached": 0.0,
        "best_accuracy": 0.8,
        "best_labels": 1,
    }
    unsure = labels_needed([point("a", 1, some), point("a", 3, all_right)], 0.8)[0]
    assert (unsure.row()["from"], unsure.row()["to"]) == (1, 3)
    thrice = Point("a", 6, np.array([0.95, 0.95, 0.95]), np.array([1.0] * 19 + [0.0]), 0)
    assert labels_needed([thrice], 0.95)[0].labels == 6  # whatever the last bit of the mean
    with pytest.raises(InputError, match="a target of 95"):
        labels_needed(points, 95)


def test_asking_again_only_where_unsure_saves_labels() -> None:
    table, gold = make_labels(SimulatedCrowd(workers=10, accuracy=0.85, spread=0.1), items=300, labels_per_item=9)
    found = stop_early(table, gold, model="one-coin", threshold=0.95, first=3, repeats=2)
    assert 3 < found.labels_per_item < 7
    assert found.accuracy > found.accuracy_with_all - 0.04
    assert stop_early(table, gold, model="majority", threshold=1, most=4, repeats=1).labels_per_item <= 4
    with pytest.raises(InputError, match=r"threshold 0\.2"):
        stop_early(table, gold, threshold=0.2)


def test_wrong_questions() -> None:
    table, gold = make_labels(CROWD, items=5)
    with pytest.raises(InputError, match="no quantity to vary is called 'weather'; choose one of labels, spammers, quality, gold"):
        simulate(table, gold, vary="weather")
    with pytest.raises(InputError, match="0 repeats in 1 processes"):
        simulate(table, gold, repeats=0)


def test_curves_can_be_drawn() -> None:
    from matplotlib.figure import Figure

    axes = Figure().add_subplot()
    curves_figure([point("a", 1, [1, 0]), point("a", 3, [1, 1])], "labels per item", OF_A_FILE, target=0.9)(axes)
    assert axes.get_xlabel() == "labels per item"
    assert axes.get_legend_handles_labels()[1] == ["a"]
