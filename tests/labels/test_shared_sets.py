"""The public sets: what the papers report must come out."""

from __future__ import annotations

from pathlib import Path

import pytest

from caesura.labels import infer, label_model, read_gold, read_labels


def right(shared_data: Path, name: str, model: str, **options: object) -> float:
    table = read_labels(shared_data / "crowd" / f"{name}.labels.csv")
    found = infer(label_model(model, **options), table, read_gold(shared_data / "crowd" / f"{name}.gold.csv"))
    assert found.model.converged_
    assert found.accuracy is not None
    return found.accuracy.value


def test_naive_bayes_is_above_majority_on_rte(shared_data: Path) -> None:
    # Snow et al. 2008 report .927 against .897, ties broken at random.
    assert right(shared_data, "rte", "naive-bayes") == pytest.approx(0.927, abs=0.005)
    by_chance = [right(shared_data, "rte", "majority", ties="random", seed=seed) for seed in range(20)]
    assert sum(by_chance) / 20 == pytest.approx(0.897, abs=0.005)


@pytest.mark.parametrize(
    ("name", "model", "least"),
    [
        ("rte", "dawid-skene", 0.92),
        ("rte", "glad", 0.92),
        ("bluebird", "dawid-skene", 0.88),
        ("product", "dawid-skene", 0.935),
        ("web", "one-coin", 0.83),
        ("sentiment", "naive-bayes", 0.955),
    ],
)
def test_models_that_know_workers_get_more_out_of_the_same_labels(shared_data: Path, name: str, model: str, least: float) -> None:
    assert right(shared_data, name, model) >= least
    assert right(shared_data, name, model) > right(shared_data, name, "majority")


def test_repeated_labels_are_counted(shared_data: Path) -> None:
    assert read_labels(shared_data / "crowd" / "hcb.labels.csv").dropped == 1220
    assert len(read_labels(shared_data / "crowd" / "hcb.labels.csv", duplicates="all")) == 19699
