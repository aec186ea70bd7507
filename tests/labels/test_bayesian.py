"""IBCC, EBCC, BWA and MACE: their steps equal the plain ones, and what they are for comes out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.labels import NotConvergedWarning, SimulatedCrowd, make_labels
from caesura.labels.bwa import Bwa
from caesura.labels.confusion import ConfusionLayout, ConfusionPrior
from caesura.labels.ebcc import Ebcc
from caesura.labels.ibcc import Ibcc
from caesura.labels.mace import Mace
from caesura.labels.model import Ballot, Coded
from caesura.labels.plain_steps import States, bwa_step_plainly, combination_step_plainly, mace_step_plainly
from caesura.labels.variational import StatePrior, fit_variationally
from tests.labels.crowds import Rows, answers, crowds, table_of


@given(rows=crowds(), subtypes=st.integers(1, 3), smoothing=st.sampled_from([0.5, 1.0]), seed=st.integers(0, 99))
def test_a_step_of_the_bayesian_combinations(rows: Rows, subtypes: int, smoothing: float, seed: int) -> None:
    table = table_of(rows)
    size, draw = len(table.classes), np.random.default_rng(seed)
    start = draw.dirichlet(np.ones(size * subtypes), len(table.tasks)).reshape(-1, subtypes)
    layout = ConfusionLayout(Ballot.of(Coded.of(table), size), ConfusionPrior(smoothing, 2.0, size))
    prior = StatePrior(np.arange(1.0, size + 1), 0.4 / subtypes, subtypes)
    fast = fit_variationally(layout, prior, start, tolerance=0, max_iterations=1).posterior.reshape(-1, size)
    first: States = {
        task: {(name, m): float(start[row * size + k, m]) for k, name in enumerate(table.classes) for m in range(subtypes)}
        for row, task in enumerate(table.tasks)
    }
    plain = combination_step_plainly(
        rows,
        first,
        smoothing=smoothing,
        trust=2.0,
        class_prior=dict(zip(table.classes, (1.0, 2.0, 3.0), strict=False)),
        sparsity=0.4,
        subtypes=subtypes,
    )
    for row, task in enumerate(table.tasks):
        expected = [sum(plain[task][name, m] for m in range(subtypes)) for name in table.classes]
        assert fast[row] == pytest.approx(expected, abs=1e-9)


@given(rows=crowds())
def test_a_step_of_mace(rows: Rows) -> None:
    table = table_of(rows)
    shares = {task: dict(zip(table.classes, row, strict=True)) for task, row in zip(table.tasks, _shares(table), strict=True)}
    with pytest.warns(NotConvergedWarning):
        model = Mace(looking=0.7, guessing=0.4, habit=0.3, max_iterations=1).fit(table)
    plain = mace_step_plainly(rows, shares, 0.7, 0.4, 0.3)
    for row, task in enumerate(table.tasks):
        assert model.probabilities_[row] == pytest.approx([plain[task][name] for name in table.classes], abs=1e-9)


def _shares(table: Any) -> Any:
    return (table.counts / table.labels_per_task[:, None]).tolist()


@given(rows=crowds())
def test_a_step_of_bwa(rows: Rows) -> None:
    table = table_of(rows)
    model = Bwa(strength=4, anchoring=0.5, max_iterations=1)
    if len(table.classes) == 1:
        assert model.fit(table).probabilities_.tolist() == [[1.0]] * len(table.tasks)
        return
    with pytest.warns(NotConvergedWarning):
        model.fit(table)
    values = np.array([list(bwa_step_plainly(rows, name, 4, 0.5).values()) for name in table.classes]).T
    assert model.probabilities_ == pytest.approx(values / values.sum(axis=1, keepdims=True), abs=1e-9)


def test_ebcc_finds_out_that_errors_go_together() -> None:
    """Four of seven workers make the same mistake on some items: subtypes explain the labels better than none."""
    draw = np.random.default_rng(11)
    rows: Rows = []
    for item in range(600):
        tricky = draw.random() < 0.3
        for who in range(7):
            wrong = 0.9 if who < 4 and tricky else 0.12
            rows.append((item, who, int(1 - item % 2 if draw.random() < wrong else item % 2)))
    together, apart = Ebcc().fit(table_of(rows)), Ibcc(class_prior="votes").fit(table_of(rows))
    assert together.objective_[-1] > apart.objective_[-1] + 20
    assert together.fit_.confusion.states >= 2
    alike = Ebcc().fit(make_labels(SimulatedCrowd(workers=9), items=300, labels_per_item=7)[0])
    assert alike.fit_.confusion.states == 1


def test_mace_knows_who_does_not_look() -> None:
    draw = np.random.default_rng(3)
    rows: Rows = [(item, who, item % 2 if draw.random() < 0.9 else 1 - item % 2) for item in range(100) for who in "abc"]
    rows += [(item, "always", 1) for item in range(100)] + [(item, "dice", int(draw.integers(2))) for item in range(100)]
    model = Mace().fit(table_of(rows))
    looks = dict(zip(model.table_.workers, model.competence_.tolist(), strict=True))
    assert max(looks["always"], looks["dice"]) < 0.3 < 0.6 < min(looks["a"], looks["b"], looks["c"])
    always = np.array([model.table_.workers.index("always")])
    assert model.habits_of(always, np.array([1]))[0] > 0.9


def test_confusion_matrices_are_expected_ones() -> None:
    table, _ = make_labels(SimulatedCrowd(workers=6), items=40, classes=3, labels_per_item=4)
    for model in (Ibcc(), Ebcc()):
        matrices = model.fit(table).confusion_
        assert matrices.shape == (6, 3, 3)
        assert matrices.sum(axis=2) == pytest.approx(np.ones((6, 3)))


@pytest.mark.parametrize(
    ("model", "told"),
    [
        (Ibcc(class_prior="some"), "a class prior of some"),
        (Ibcc(smoothing=0), "a smoothing of 0"),
        (Ebcc(subtypes=0), "0 subtypes"),
        (Bwa(strength=0), "a strength of 0"),
        (Mace(habit=0), "counts to add are not above 0"),
    ],
)
def test_clear_errors(model: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        model.fit(answers("012", "11-"))
