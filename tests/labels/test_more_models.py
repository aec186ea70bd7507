"""Grades, chains of breaks, numbers, the choice of a model, and how sure all of it is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars
import pytest

from caesura.foundation import InputError
from caesura.labels import (
    DawidSkene,
    Majority,
    SimulatedCrowd,
    choose_model,
    estimate_accuracy,
    fit_scores,
    gold_codes,
    infer,
    label_model,
    make_labels,
    read_labels,
    reliability,
)
from caesura.labels.calibration import calibration_error
from caesura.labels.chain import BreakChain
from caesura.labels.gold_accuracy import grade_distances
from caesura.labels.ordinal import Ordinal
from tests.labels.crowds import Rows, answers, table_of


def graded() -> tuple[Rows, dict[object, int]]:
    """Five grades, nine workers who are too strict or too lenient by up to one grade."""
    draw = np.random.default_rng(6)
    truths = draw.integers(0, 5, 300)
    rows: Rows = []
    for item, truth in enumerate(truths.tolist()):
        for who in draw.choice(9, 4, replace=False).tolist():
            rows.append((item, who, int(np.clip(round(truth + (who - 4) / 4 + draw.normal(0, 0.5)), 0, 4))))
    return rows, dict(enumerate(truths.tolist()))


def test_grades_are_corrected_for_lenience() -> None:
    rows, gold = graded()
    table = table_of(rows)
    found, votes = infer(Ordinal(), table, gold), infer(Majority(), table, gold)
    assert found.accuracy is not None
    assert votes.accuracy is not None
    assert found.accuracy.value > votes.accuracy.value + 0.1
    model = found.model
    assert isinstance(model, Ordinal)
    lenience = dict(zip(table.workers, model.lenience_.tolist(), strict=True))
    assert lenience[0] < -0.5 < 0.5 < lenience[8]
    document = found.document()
    assert document["mean_absolute_error"] < 0.4
    assert document["weighted_accuracy"] == pytest.approx(1 - document["mean_absolute_error"] / 4)


def test_distances_of_grades() -> None:
    assert grade_distances(np.array([0, 2, -1, 1]), np.array([0, 1, 0, -1]), 3) == pytest.approx((1 - 1 / 2, 1.0))


def test_a_chain_knows_what_follows() -> None:
    """Two breaks are never neighbours; at a place where votes are even, the neighbours decide."""
    rows: Rows = []
    for query in range(60):
        for place in range(4):
            truth = (place + query) % 2
            rows += [((f"q{query}", place), who, truth) for who in "abc"]
    rows += [
        (("open", place), who, label)
        for place, labels in enumerate(("11", "01", "11"))
        for who, label in zip("ab", map(int, labels), strict=True)
    ]
    chain = BreakChain().fit(table_of(rows))
    assert chain.labels_["open", 1] == 0
    assert chain.probabilities_[chain.table_.tasks.index(("open", 1)), 0] > 0.9
    assert chain.step_[1, 1] < 0.1
    apart = BreakChain().fit(["x", "x", "y:0", "y:1"], ["v", "w", "v", "v"], [0, 0, 1, 1])
    assert apart.labels_ == {"x": 0, "y:0": 1, "y:1": 1}


def test_numbers_with_bias_and_precision() -> None:
    draw = np.random.default_rng(2)
    truths = draw.normal(0, 3, 150)
    rows = [
        (item, who, truths[item] + (who - 4) / 2 + draw.normal(0, 0.2 + 0.2 * who))
        for item in range(150)
        for who in draw.choice(9, 4, replace=False).tolist()
    ]
    tasks, workers, numbers = zip(*rows, strict=True)
    found = fit_scores(tasks, workers, numbers)
    off = np.array([found.values[item] for item in range(150)]) - truths
    plain = np.array([np.mean([number for task, _, number in rows if task == item]) for item in range(150)]) - truths
    assert np.std(off) < 0.6 * np.std(plain)
    assert found.precision[0] > found.precision[8]
    assert found.bias[8] - found.bias[0] == pytest.approx(4, abs=0.7)
    assert all(after >= before - 1e-9 * abs(before) for before, after in zip(found.objective, found.objective[1:], strict=False))
    with pytest.raises(InputError, match="a judgement is not a number"):
        fit_scores(["a"], ["w"], [float("nan")])


def test_the_model_is_chosen_by_labels_it_has_not_seen() -> None:
    table, _ = make_labels(SimulatedCrowd(workers=12, accuracy=0.8), items=150, classes=4, labels_per_item=5, seed=3)
    # Every worker errs in the same way whatever the class: one number for each explains it, a whole matrix is too much.
    found = choose_model(table, candidates=("dawid-skene", "one-coin"))
    assert found.chosen == "one-coin"
    assert found.rows()[0]["behind"] == 0
    assert "one-coin: it predicts" in found.reason
    assert choose_model(answers("1", "0")).reason.startswith("majority: no label could be kept back")
    with pytest.raises(InputError, match="majority does not say how likely a label is"):
        choose_model(table, candidates=("majority",))


def test_likelihoods_of_all_labels_of_a_worker_sum_to_one() -> None:
    table, _ = make_labels(SimulatedCrowd(workers=8), items=60, classes=3, labels_per_item=4)
    for name in ("dawid-skene", "ibcc", "ebcc", "one-coin", "glad", "mace", "ordinal", "chain"):
        model = label_model(name).fit(table)
        tasks, workers = np.arange(10), np.arange(10) % 8
        sums = sum(model.likelihoods(tasks, workers, np.full(10, label)) for label in range(3))
        assert sums == pytest.approx(np.ones(10), abs=1e-6), name


def test_a_model_knows_how_accurate_it_is() -> None:
    table, gold = make_labels(SimulatedCrowd(workers=15, accuracy=0.7), items=300, labels_per_item=5, seed=4)
    found = infer(label_model("ibcc"), table, gold, estimate=True)
    assert found.estimate is not None
    assert found.accuracy is not None
    low, high = found.estimate.interval
    assert low - 0.03 < found.accuracy.value < high + 0.03
    assert found.document()["estimated_interval"] == [low, high]
    with pytest.raises(InputError, match="one-coin has no distribution of confusion matrices"):
        estimate_accuracy(label_model("one-coin").fit(table))


@pytest.mark.long
def test_the_interval_covers() -> None:
    """Crowds as the model has them: the interval of 95 % holds the true accuracy in at least 85 of 100."""
    held = 0
    for seed in range(100):
        draw = np.random.default_rng([seed, 9])
        matrices = np.array([[draw.dirichlet([4, 1]), draw.dirichlet([1, 4])] for _ in range(20)])
        truths = draw.integers(0, 2, 200)
        rows: Rows = [
            (item, who, int(draw.random() < matrices[who, truth, 1]))
            for item, truth in enumerate(truths.tolist())
            for who in draw.choice(20, 5, replace=False).tolist()
        ]
        model = label_model("ibcc").fit(table_of(rows))
        low, high = estimate_accuracy(model, seed=seed).interval
        right = np.mean([model.labels_[item] == truth for item, truth in enumerate(truths.tolist())])
        held += bool(low <= right <= high)
    assert held >= 85


def test_reliability_counts_every_item_once() -> None:
    table, gold = make_labels(SimulatedCrowd(workers=15), items=200, labels_per_item=5)
    model = DawidSkene().fit(table)
    bins = reliability(model, gold_codes(table, gold))
    assert sum(one.items for one in bins) == 200
    assert [one.probability for one in bins] == sorted(one.probability for one in bins)
    assert 0 <= calibration_error(bins) < 0.2


def test_labels_from_parquet_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caesura.labels.parquet._ROWS", 3)
    rows = [(f"t{number % 4}", f"w{number % 5}", str(number % 3)) for number in range(17)]
    frame = polars.DataFrame(rows, schema=["task", "worker", "label"], orient="row")
    frame.write_parquet(tmp_path / "labels.parquet")
    frame.write_csv(tmp_path / "labels.csv")
    one, other = read_labels(tmp_path / "labels.parquet"), read_labels(tmp_path / "labels.csv")
    assert one.fingerprint == other.fingerprint
    frame.drop("worker").write_parquet(tmp_path / "less.parquet")
    with pytest.raises(InputError, match=r"less.parquet: there is no column 'worker'"):
        read_labels(tmp_path / "less.parquet")
    (tmp_path / "bad.parquet").write_bytes(b"nothing")
    with pytest.raises(InputError, match="cannot be read as Parquet"):
        read_labels(tmp_path / "bad.parquet")
