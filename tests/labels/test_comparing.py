"""Sets side by side, and how sure an accuracy is."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from caesura.foundation import InputError
from caesura.labels import (
    MODELS,
    Accuracy,
    Majority,
    accuracy,
    compare_labels,
    gold_codes,
    infer,
    settings_by_model,
    simulate,
    with_merged,
)
from caesura.labels.comparing import agreement_rows, describe
from caesura.labels.gold_accuracy import expected_accuracy, mcnemar
from tests.labels.crowds import answers, table_of


def test_wilson_interval() -> None:
    # Figures of Newcombe 1998, table I, method 3: 81 of 263 and 15 of 148.
    assert Accuracy(81, 263).interval == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert Accuracy(15, 148).interval == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert Accuracy(0, 20).interval[0] == 0
    assert Accuracy(3, 12).standard_error == pytest.approx(0.125)


def test_an_item_without_a_label_is_not_right_and_one_without_gold_does_not_count() -> None:
    found = accuracy(np.array([0, -1, 1, 1]), np.array([0, 1, -1, -2]))
    assert found == Accuracy(1, 3)
    with pytest.raises(InputError):
        accuracy(np.array([0]), np.array([-1]))


def test_expected_accuracy_is_the_mean_over_all_ways_to_decide_ties() -> None:
    table = answers("01", "11", "012", "00", "01")
    gold = {"item 0": "1", "item 1": "1", "item 2": "2", "item 3": "1", "item 4": "7"}
    model = Majority().fit(table)
    assert expected_accuracy(model.posterior_, gold_codes(table, gold)) == Fraction(3 * 1 + 6 + 2, 6 * 5)
    found = infer(Majority(), table, gold)
    assert found.document()["expected_accuracy"] == pytest.approx(11 / 30)
    drawn = [infer(Majority(ties="random", seed=seed), table, gold).document() for seed in range(400)]
    assert {row["expected_accuracy"] for row in drawn} == {found.expected_accuracy}
    assert np.mean([row["accuracy"] for row in drawn]) == pytest.approx(11 / 30, abs=0.03)
    assert "expected_accuracy" not in infer(Majority(), table).document()


def test_mcnemar_is_a_sign_test_of_the_items_on_which_they_differ() -> None:
    gold = np.zeros(10, dtype=np.int64)
    one, other = gold.copy(), gold.copy()
    other[:5] = 1
    assert mcnemar(one, other, gold) == 2 / 32
    assert mcnemar(one, one, gold) == 1


def test_how_many_agreed() -> None:
    rows = agreement_rows(answers("110", "111", "10-", "000"))
    assert rows == [
        {"labels_per_item": 2, "agreed": 1, "items": 1, "share": 1.0},
        {"labels_per_item": 3, "agreed": 2, "items": 1, "share": pytest.approx(1 / 3)},
        {"labels_per_item": 3, "agreed": 3, "items": 2, "share": pytest.approx(2 / 3)},
    ]


def test_how_many_labels_are_right() -> None:
    table = answers("110", "111")
    found = describe(table, gold_codes(table, {"item 0": "1", "item 1": "1"}))
    assert found["annotation_accuracy"] == pytest.approx(5 / 6)
    assert (found["fewest"], found["most"], found["labels_per_item"]) == (3, 3, 3.0)


def test_merged_sets_hold_all_labels() -> None:
    one = table_of([("a", "w", "0"), ("b", "w", "1")])
    other = table_of([("a", "v", "0"), ("a", "w", "1"), ("c", "v", "2")])
    merged = with_merged({"one": one, "other": other})["merged"]
    assert len(merged) == 4  # the later of w's two labels of a
    assert merged.dropped == 1
    assert merged.classes == ("0", "1", "2")
    assert len(with_merged({"one": one, "other": other}, "all")["merged"]) == 5


def test_all_models_on_all_sets() -> None:
    sets = with_merged({"A": answers("110", "001", "111"), "B": answers("11", "00", "10")})
    gold = {"item 0": "1", "item 1": "0", "item 2": "1"}
    found = compare_labels(sets, dict.fromkeys(sets, gold))
    assert len(found.models) == 3 * len(MODELS)
    assert {row["set"] for row in found.models} == {"A", "B", "merged"}
    assert all({"accuracy", "interval", "ties", "converged", "iterations"} <= row.keys() for row in found.models)
    assert [row["labels"] for row in found.sets] == [9, 6, 9]
    with pytest.raises(InputError, match="the set B has no gold labels"):
        compare_labels(sets, {"A": gold})


def test_settings_reach_the_models_that_have_them() -> None:
    assert settings_by_model(("majority", "glad"), ["glad.start=0.5", "ties=random"]) == {
        "majority": ("ties=random",),
        "glad": ("start=0.5", "ties=random"),
    }
    for settings, told in (
        (["max_iterations=x"], "not a number"),
        (["nothing=1"], "no parameter of these models is called 'nothing'"),
        (["ibcc.start=1"], "no model in this comparison is called 'ibcc'"),
        (["majority.start=1"], "no parameter of majority is called 'start'"),
    ):
        with pytest.raises(InputError, match=told):
            settings_by_model(("majority", "glad"), settings)


def test_settings_change_figures_and_signatures() -> None:
    table = answers("0011", "0001", "1110", "1011", "0100", "0010", "1101", "0111")
    gold = {f"item {number}": label for number, label in enumerate("01101011")}
    plain, one_step = (
        compare_labels({"a": table}, {"a": gold}, models=("glad",), settings=settings).models[0]
        for settings in ((), ("glad.max_iterations=1",))
    )
    assert (plain["iterations"] > 1, one_step["iterations"]) == (True, 1)
    assert plain["signature"] != one_step["signature"]
    points = simulate(table, gold, values=[3], models=("glad",), repeats=2, settings=("max_iterations=1",))
    assert points[0].unconverged == 2
