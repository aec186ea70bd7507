"""GLAD from any start: as good as from the default one, whatever its priors, seeds and restarts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caesura.labels import Glad, LabelTable, Majority, accuracy, gold_codes, read_gold, read_labels
from caesura.labels.glad_step import Normal, best_abilities
from caesura.labels.model import Coded
from tests.labels.crowds import Rows, crowds, table_of

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"

#: What docs/labels.md names: the defaults, the paper's settings for its better and its noisier set, an estimated class prior.
PRIORS: dict[str, dict[str, Any]] = {
    "default": {},
    "better": {"ability_mean": 0.9, "ability_deviation": 0.9, "ease_mean": 0.9, "ease_deviation": 0.9},
    "noisier": {"ability_mean": 1e-4, "ability_deviation": 1e-4, "ease_mean": 1e-4, "ease_deviation": 1e-4},
    "estimated": {"class_prior": "estimated"},
    "no mean": {"ability_mean": 0.0},
}


def drawn_crowd(seed: int, classes: int, skew: float) -> tuple[LabelTable, dict[Any, Any]]:
    """100 items, one class more frequent than the others; workers right in 55 to 95 of 100."""
    draw = np.random.default_rng(seed)
    shares = np.ones(classes) * (1 - skew) / classes
    shares[draw.integers(classes)] += skew
    truths = draw.choice(classes, 100, p=shares)
    skills = draw.uniform(0.55, 0.95, 7)
    rows: Rows = []
    for item, truth in enumerate(truths):
        for who in draw.choice(7, 5, replace=False):
            wrong = draw.choice([label for label in range(classes) if label != truth])
            rows.append((item, int(who), int(truth if draw.random() < skills[who] else wrong)))
    return table_of(rows), dict(enumerate(truths.tolist()))


def right(model: Glad, gold: Any) -> int:
    return accuracy(model.codes_, gold_codes(model.table_, gold)).right


@settings(max_examples=60)
@given(
    crowd=st.integers(0, 10**6),
    classes=st.integers(2, 3),
    skew=st.floats(0, 0.6),
    start=st.floats(0, 1),
    prior=st.sampled_from(sorted(PRIORS)),
    restarts=st.integers(0, 2),
    seed=st.integers(0, 50),
)
def test_from_any_start_as_good_as_from_the_default_one(
    crowd: int, classes: int, skew: float, start: float, prior: str, restarts: int, seed: int
) -> None:
    table, gold = drawn_crowd(crowd, classes, skew)
    default = Glad(**PRIORS[prior]).fit(table)
    started = Glad(start=start / (classes - 1), restarts=restarts, seed=seed, **PRIORS[prior]).fit(table)
    # A higher maximum may see an item or two otherwise; one turned round has lost them all.
    assert right(started, gold) >= right(default, gold) - 3
    assert started.objective_[-1] >= default.objective_[-1] - 1e-9
    assert (started.ability_[table.worker_codes].sum() > 0) == (default.ability_[table.worker_codes].sum() > 0)


@given(rows=crowds(), start=st.floats(0, 0.5), restarts=st.integers(0, 3), seed=st.integers(0, 9))
def test_restarts_and_a_start_never_end_lower(rows: Rows, start: float, restarts: int, seed: int) -> None:
    table = table_of(rows)
    default = Glad().fit(table)
    model = Glad(start=start, restarts=restarts, seed=seed).fit(table)
    assert model.objective_[-1] >= default.objective_[-1]
    assert len(model.restart_objectives_) == restarts + 2
    # What beats the answer's objective is lower than it by the tolerance of a step, or was turned round.
    without_start = Glad(restarts=restarts, seed=seed).fit(table)
    assert without_start.objective_[-1] == max(without_start.restart_objectives_)


@given(rows=crowds(), mean=st.floats(-2, 2), deviation=st.floats(0.05, 5), seed=st.integers(0, 99))
def test_abilities_are_at_their_maximum(rows: Rows, mean: float, deviation: float, seed: int) -> None:
    table = table_of(rows)
    coded, prior = Coded.of(table), Normal(mean, deviation)
    draw = np.random.default_rng(seed)
    is_right, ease = draw.random(len(table)), draw.normal(0, 2, len(table.tasks))
    ability = best_abilities(coded, is_right, np.full(len(table.workers), 5.0), ease, prior)
    for worker, value in enumerate(ability.tolist()):
        mine = table.worker_codes == worker
        times = np.exp(ease)[table.task_codes[mine]]
        slope = ((is_right[mine] - 1 / (1 + np.exp(-value * times))) * times).sum() + (mean - value) / deviation**2
        assert slope == pytest.approx(0, abs=1e-6 * (1 + times.sum() + 1 / deviation**2))


def test_a_posterior_that_knows_nothing_does_not_turn_a_crowd_round() -> None:
    # One Newton step from here overshoots to about -1 for every worker.
    table, _ = drawn_crowd(1, 2, 0.0)
    coded = Coded.of(table)
    ability = best_abilities(coded, np.full(len(table), 0.5), np.ones(len(table.workers)), np.ones(len(table.tasks)), Normal(1, 1))
    assert (ability > 0).all()


@pytest.mark.parametrize("start", ["priors", 0.0, 0.0001, 0.3, 0.5, 0.7, 0.9999, 1.0])
@pytest.mark.parametrize("prior", PRIORS)
def test_the_example_from_every_start(prior: str, start: float | str) -> None:
    table, gold = read_labels(EXAMPLES / "labels-crowd.csv"), read_gold(EXAMPLES / "labels-gold.csv")
    assert right(Glad(start=start, **PRIORS[prior]).fit(table), gold) == right(Glad(**PRIORS[prior]).fit(table), gold)


def test_a_mean_of_nothing_still_leaves_the_ground() -> None:
    table, gold = drawn_crowd(2, 2, 0.2)
    model = Glad(ability_mean=0.0).fit(table)
    assert model.ties_ < 5
    assert right(model, gold) >= accuracy(Majority().fit(table).codes_, gold_codes(table, gold)).right - 5


@pytest.mark.parametrize("name", ["rte", "temp", "product", "wsd"])
@pytest.mark.parametrize("prior", PRIORS)
def test_public_sets_from_every_start(shared_data: Path, name: str, prior: str) -> None:
    crowd = shared_data / "crowd"
    table, gold = read_labels(crowd / f"{name}.labels.csv"), read_gold(crowd / f"{name}.gold.csv")
    default = right(Glad(**PRIORS[prior]).fit(table), gold)
    most = 1 / (len(table.classes) - 1)
    for start in (0.0, 1e-4 * most, most / 2, most):
        # A thousandth of the items is what a higher maximum may cost or give.
        assert right(Glad(start=start, **PRIORS[prior]).fit(table), gold) >= default - len(gold) / 1000
