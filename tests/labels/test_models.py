"""The contract of all models: any names, frames or columns, results or clear errors, objectives that never fall."""

from __future__ import annotations

import warnings
from itertools import pairwise
from typing import Any
from unittest.mock import patch

import numpy as np
import pandas
import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.labels import MODELS, DawidSkene, Glad, Majority, NotConvergedWarning, label_model, label_table
from caesura.labels.naive_bayes import NaiveBayes
from caesura.labels.weighted_majority import WeightedMajority
from tests.labels.crowds import Rows, answers, crowds, table_of

CLIMBERS = ("glad", "dawid-skene", "one-coin", "ibcc", "ebcc", "bwa", "mace", "ordinal", "chain")


def options(name: str) -> dict[str, Any]:
    return {"folds": 1} if name == "naive-bayes" else {}


@pytest.mark.parametrize("name", MODELS)
@given(rows=crowds())
def test_every_item_gets_a_label_that_it_was_given(name: str, rows: Rows) -> None:
    table = table_of(rows)
    model = label_model(name, **options(name)).fit(table, gold={rows[0][0]: rows[0][2]})
    assert list(model.predict()) == list(table.tasks)
    assert set(model.predict().values()) <= set(table.classes)
    assert model.probabilities().sum(axis=1) == pytest.approx(np.ones(len(table.tasks)))
    assert model.converged_


@pytest.mark.parametrize("name", CLIMBERS)
@given(
    rows=crowds(),
    prior=st.sampled_from(["uniform", "estimated"]),
    extra=st.floats(0.05, 3),
    known=st.booleans(),
)
def test_the_objective_never_falls(name: str, rows: Rows, prior: str, extra: float, known: bool) -> None:
    parameters: dict[str, Any] = {
        "glad": {"ability_mean": extra, "ability_deviation": extra, "ease_deviation": extra},
        "dawid-skene": {"smoothing": extra, "trust": extra - 0.05},
        "one-coin": {"right": extra},
        "ibcc": {"smoothing": extra, "class_prior": extra},
        "ebcc": {"smoothing": extra, "trust": extra - 0.05, "sparsity": extra, "restarts": 1},
        "bwa": {"strength": extra, "anchoring": extra},
        "mace": {"looking": extra, "habit": extra},
        "ordinal": {"lenience_deviation": extra, "error": extra},
        "chain": {"smoothing": extra, "steps": extra},
    }[name]
    prior_of = {"class_prior": prior} if name in ("glad", "dawid-skene", "one-coin", "mace", "ordinal") else {}
    model = label_model(name, tolerance=0, max_iterations=200, **prior_of, **parameters)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NotConvergedWarning)
        model.fit(table_of(rows), gold={rows[0][0]: rows[0][2]} if known else None)
    assert all(after >= before - 1e-9 * max(1, abs(before)) for before, after in pairwise(model.objective_))


@pytest.mark.parametrize("name", MODELS)
def test_frames_and_columns_give_the_same(name: str) -> None:
    columns: dict[str, Any] = {"task": [1, 1, 1, 2, 2, 3], "worker": list("abcabc"), "label": [1, 1, 0, 0, 0, 1]}
    gold = {1: 1, 2: 0}
    expected = label_model(name, **options(name)).fit(*columns.values(), gold=gold).predict()
    assert (expected[1], expected[2]) == (1, 0)
    for frame in (polars.DataFrame(columns), pandas.DataFrame(columns), polars.DataFrame(columns).lazy()):
        assert label_model(name, **options(name)).fit(frame, gold=gold).predict() == expected
    arrays = [np.array(column) for column in columns.values()]
    assert label_model(name, **options(name)).fit(*arrays, gold=gold).predict() == expected
    assert label_model(name, **options(name)).fit(
        polars.DataFrame(columns), gold=pandas.DataFrame({"task": [1, 2], "label": [1, 0]})
    )


@pytest.mark.parametrize("name", MODELS)
def test_one_of_everything(name: str) -> None:
    model = label_model(name, **options(name)).fit(["t"], ["w"], ["yes"], gold={"t": "yes"})
    assert model.predict() == {"t": "yes"}
    assert model.probabilities().tolist() == [[1.0]]


def test_ties_by_each_rule() -> None:
    table = answers("01", "11", "00")
    assert list(Majority().fit(table).predict().values()) == ["0", "1", "0"]
    assert list(Majority(ties="abstain").fit(table).predict().values()) == [None, "1", "0"]
    drawn = {Majority(ties="random", seed=seed).fit(table).predict()["item 0"] for seed in range(20)}
    assert drawn == {"0", "1"}
    assert Majority().fit(table).ties_ == 1
    with pytest.raises(InputError, match="no rule for ties is called 'coin'; choose one of lowest, random, abstain"):
        Majority(ties="coin").fit(table)


def test_a_random_tie_stays_among_the_tied() -> None:
    table = answers("0123", "11-2-2", "3")
    assert {Majority(ties="random", seed=seed).fit(table).predict()["item 1"] for seed in range(30)} == {"1", "2"}


def test_numbers_are_ordered_as_numbers() -> None:
    assert label_table(["a", "a"], ["x", "y"], ["10", "9"]).classes == ("9", "10")
    assert label_table(["a", "a"], ["x", "y"], ["10", "b"]).classes == ("10", "b")


def test_who_agrees_with_others_counts_more() -> None:
    # Workers 0 to 2 agree on the first items; on the last, two of them stand against two who never agreed.
    table = answers("00011", "11100", "00011", "11100", "00---", "-1100")
    assert Majority().fit(table).predict()["item 5"] == "0"
    assert Majority().fit(table).ties_ == 1
    weights = dict(zip(table.workers, WeightedMajority().fit(table).weights_.tolist(), strict=True))
    assert weights["worker 1"] > weights["worker 3"]
    assert WeightedMajority().fit(table).predict()["item 5"] == "1"
    with pytest.raises(InputError, match="worker worker 1 has no weight"):
        WeightedMajority(weights={"worker 0": 1}).fit(table)


def test_dawid_skene_learns_who_says_the_contrary() -> None:
    truths = [0, 1] * 10
    rows: Rows = []
    for item, truth in enumerate(truths):
        rows += [(item, who, str(truth)) for who in "abc"] + [(item, "liar", str(1 - truth))]
    # One item has only the liar's label and one good one; the liar's speaks against itself.
    rows += [("open", "liar", "0"), ("open", "a", "1")]
    assert DawidSkene().fit(table_of(rows)).predict()["open"] == "1"
    model = DawidSkene(smoothing=1e-6, trust=0.1).fit(table_of(rows))
    assert model.predict()["open"] == "1"
    liar = model.table_.workers.index("liar")
    assert model.confusion_[liar][0][1] > 0.9
    assert model.confusion_.sum(axis=2) == pytest.approx(np.ones((4, 2)))
    assert model.predict(["new"], ["liar"], ["0"]) == {"new": "1"}


def test_an_unknown_worker_is_neutral() -> None:
    model = NaiveBayes(folds=1).fit(answers("00", "11", "00", "11"), gold={"item 0": "0", "item 1": "1"})
    assert model.probabilities(["new"], ["stranger"], ["1"]).tolist() == [[0.5, 0.5]]
    assert model.predict(["new"], ["worker 0"], ["1"]) == {"new": "1"}
    with pytest.raises(InputError, match="the label 'maybe' is not among those"):
        model.predict(["new"], ["worker 0"], ["maybe"])


def test_a_gold_item_does_not_teach_its_own_label() -> None:
    table = answers("1", "1", "1", "0")
    gold = {"item 0": "0", "item 1": "1", "item 2": "1", "item 3": "0"}
    honest = NaiveBayes(folds=4).fit(table, gold=gold)
    taught = NaiveBayes(folds=1).fit(table, gold=gold)
    row = table.tasks.index("item 0")
    assert honest.probabilities_[row, 1] > taught.probabilities_[row, 1]


@pytest.mark.parametrize(
    ("model", "gold", "told"),
    [
        (NaiveBayes(), None, "naive-bayes learns from gold labels, none were given"),
        (NaiveBayes(), {}, "no item has a gold label"),
        (NaiveBayes(), {"elsewhere": "1"}, "no item has a gold label"),
        (NaiveBayes(), {"item 0": "7"}, "no worker ever gave one of the gold labels"),
        (NaiveBayes(), {"item 0": "1"}, "20 folds of 1 gold items; use 1"),
        (NaiveBayes(smoothing="some"), {"item 0": "1"}, "no smoothing is called 'some'"),
        (DawidSkene(smoothing=0), None, r"a smoothing of 0 and a trust of 1\.0"),
        (DawidSkene(max_iterations=0), None, "0 iterations"),
        (DawidSkene(restarts=-1), None, "-1 restarts"),
        (Glad(ability_deviation=0), None, "a prior of mean 1.0 and deviation 0"),
        (Glad(start=0.9), None, "a start of 0.9 for 3 classes"),
        (Glad(class_prior="flat"), None, "no class prior is called 'flat'"),
        (Glad(class_prior={"0": 1.0}), None, "the class prior leaves out '1'"),
    ],
)
def test_clear_errors(model: Any, gold: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        model.fit(answers("012", "11-"), gold=gold)


def test_before_fitting() -> None:
    with pytest.raises(InputError, match="glad has not been fitted; call fit first"):
        Glad().predict()


def test_unconverged_is_said() -> None:
    with pytest.warns(NotConvergedWarning, match="glad did not converge in 2 iterations"):
        model = Glad(max_iterations=2, tolerance=0).fit(answers("0110", "1100", "0010"))
    assert not model.converged_


def test_priors_and_start_of_the_paper() -> None:
    # With deviations of .0001 nothing can be learnt: abilities stay where the prior puts them.
    table = answers("0110", "1100", "0010", "1111")
    model = Glad(ability_mean=1e-4, ability_deviation=1e-4, ease_mean=1e-4, ease_deviation=1e-4, start=1e-4).fit(table)
    assert model.ability_ == pytest.approx(np.full(4, 1e-4), abs=1e-3)
    assert Glad(start=0.5).fit(table).predict()["item 3"] == "1"
    assert model.difficulty_ == pytest.approx(np.exp(-model.ease_))


def test_restarts_never_end_lower() -> None:
    table = answers("0110", "1100", "0010", "1111", "1010", "0011")
    once, often = DawidSkene().fit(table), DawidSkene(restarts=5).fit(table)
    assert often.objective_[-1] >= once.objective_[-1]
    assert len(often.restart_objectives_) == 6
    assert often.restart_objectives_[0] == once.objective_[-1]


def test_a_given_class_prior_decides_where_votes_do_not() -> None:
    table = answers("01", "10")
    assert set(Glad(class_prior={"0": 0.1, "1": 0.9}).fit(table).predict().values()) == {"1"}


def test_ability_and_ease_are_found() -> None:
    draw = np.random.default_rng(3)
    truths = draw.integers(0, 2, 300)
    rows: Rows = []
    for item, truth in enumerate(truths):
        for who, skill in enumerate((0.95, 0.9, 0.85, 0.6, 0.5)):
            rows.append((item, who, int(truth if draw.random() < skill else 1 - truth)))
    model = Glad().fit(table_of(rows))
    assert list(np.argsort(-model.ability_)[:3]) == [0, 1, 2]
    right = sum(model.predict()[item] == truth for item, truth in enumerate(truths))
    assert right > sum(Majority().fit(table_of(rows)).predict()[item] == truth for item, truth in enumerate(truths))
    unanimous = np.flatnonzero(model.table_.counts.max(axis=1) == 5)
    split = np.flatnonzero(model.table_.counts.max(axis=1) == 3)
    assert model.ease_[unanimous].mean() > model.ease_[split].mean()


def test_given_weights_are_finite_and_not_negative() -> None:
    table = label_table(list("aaabbb"), list("uvwuvw"), [1, 0, 0, 0, 1, 1])
    heavy = WeightedMajority(weights={"u": 3.0, "v": 0.0, "w": 1.0}).fit(table)
    assert heavy.labels_ == {"a": 1, "b": 0}
    assert heavy.weights_.tolist() == [3.0, 0.0, 1.0]
    for wrong in (-1.0, float("inf"), float("nan")):
        with pytest.raises(InputError, match="a weight is negative or not a number; give weights of 0 or more"):
            WeightedMajority(weights={"u": wrong, "v": 1.0, "w": 1.0}).fit(table)
    with pytest.raises(InputError, match="worker v has no weight; give every worker one"):
        WeightedMajority(weights={"u": 1.0}).fit(table)
    assert WeightedMajority().fit(table).iterations_ == 2


@pytest.mark.parametrize("name", ["right", "wrong"])
def test_a_coin_needs_counts_to_add(name: str) -> None:
    table = answers("10", "01", "00")
    for nothing in (0.0, -1.0):
        with pytest.raises(InputError, match="counts to add are not above 0"):
            label_model("one-coin", **{name: nothing}).fit(table)
    assert label_model("one-coin", **{name: 0.01}).fit(table).converged_


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize(("smoothing", "trust"), [(1.0, 1.0), (0.3, 2.0)])
def test_the_objective_is_the_likelihood_and_what_the_prior_adds_to_it(smoothing: float, trust: float, sparse: bool) -> None:
    """Some cells of the confusion matrices have no label: the prior counts for these as well. In a sparse table an item can only
    have a label that it was given."""
    limits: dict[str, Any] = {"_SMALL": 0, "_TIMES_LABELS": 0} if sparse else {"_SMALL": 1 << 22}
    table = label_table([0, 0, 1, 1, 2, 2, 3], ["u", "v", "u", "w", "v", "w", "w"], ["x", "y", "x", "x", "z", "y", "y"])
    with patch.multiple("caesura.labels.table", **limits):
        model = DawidSkene(smoothing=smoothing, trust=trust, class_prior="uniform").fit(table)
    confusion = model.confusion_
    added = smoothing + trust * np.eye(3)
    likelihoods = np.where(table.counts > 0, 1 / 3, 0) if sparse else np.full((4, 3), 1 / 3)
    for task, worker, label in zip(table.task_codes, table.worker_codes, table.label_codes, strict=True):
        likelihoods[task] *= confusion[worker, :, label]
    wanted = np.log(likelihoods.sum(axis=1)).sum() + (added * np.log(confusion)).sum()
    assert model.objective_[-1] == pytest.approx(wanted)


def test_other_labels_of_the_same_workers_are_judged_by_what_was_learned() -> None:
    table = label_table([0, 0, 1, 1, 2, 2, 3], ["u", "v", "u", "w", "v", "w", "w"], ["x", "y", "x", "x", "z", "y", "y"])
    model = DawidSkene(class_prior="uniform").fit(table)
    chances = model.probabilities([7, 7, 8], ["u", "w", "v"], ["y", "x", "z"])
    confusion, (u, v, w) = model.confusion_, range(3)
    likelihoods = np.array([confusion[u, :, 1] * confusion[w, :, 0], confusion[v, :, 2]])
    assert chances == pytest.approx(likelihoods / likelihoods.sum(axis=1, keepdims=True))
