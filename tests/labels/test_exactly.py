"""The fast models equal the plain ones."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.labels import DawidSkene, Glad, LabelModel, Majority, NotConvergedWarning
from caesura.labels.exact import (
    dawid_skene_step_exactly,
    glad_likelihood_plainly,
    majority_exactly,
    naive_bayes_exactly,
    one_coin_step_exactly,
)
from caesura.labels.naive_bayes import NaiveBayes
from caesura.labels.one_coin import OneCoin
from tests.labels.crowds import Rows, crowds, table_of


def same(model: LabelModel, expected: Mapping[Hashable, Mapping[Hashable, Fraction]]) -> None:
    for row, task in enumerate(model.table_.tasks):
        exact = [float(expected[task][name]) for name in model.table_.classes]
        assert model.probabilities_[row] == pytest.approx(exact, abs=1e-9)


@given(crowds())
def test_majority(rows: Rows) -> None:
    same(Majority().fit(table_of(rows)), majority_exactly(rows))


@given(crowds(), st.booleans(), st.data())
def test_naive_bayes(rows: Rows, printed: bool, data: st.DataObject) -> None:
    labels = sorted({str(label) for _, _, label in rows})
    tasks = sorted({str(task) for task, _, _ in rows})
    gold: Any = data.draw(st.dictionaries(st.sampled_from(tasks), st.sampled_from(labels), min_size=1))
    model = NaiveBayes(smoothing="printed" if printed else "add-one", folds=1).fit(table_of(rows), gold=gold)
    same(model, naive_bayes_exactly(rows, gold, printed=printed))


@given(crowds(), st.sampled_from([Fraction(1), Fraction(1, 100)]), st.sampled_from([Fraction(0), Fraction(1, 2)]))
def test_a_step_of_dawid_skene(rows: Rows, smoothing: Fraction, trust: Fraction) -> None:
    with pytest.warns(NotConvergedWarning):
        model = DawidSkene(smoothing=float(smoothing), trust=float(trust), max_iterations=1).fit(table_of(rows))
    same(model, dawid_skene_step_exactly(rows, majority_exactly(rows), smoothing, trust))


@given(crowds())
def test_a_step_of_one_coin(rows: Rows) -> None:
    with pytest.warns(NotConvergedWarning):
        model = OneCoin(max_iterations=1, right=2).fit(table_of(rows))
    same(model, one_coin_step_exactly(rows, majority_exactly(rows), Fraction(2), Fraction(1)))


@given(crowds())
def test_the_objective_of_glad(rows: Rows) -> None:
    table = table_of(rows)
    model = Glad(ability_mean=0.5, ease_deviation=2).fit(table)
    ability = dict(zip(table.workers, model.ability_.tolist(), strict=True))
    ease = dict(zip(table.tasks, model.ease_.tolist(), strict=True))

    def density(values: np.ndarray[tuple[int], np.dtype[np.float64]], mean: float, deviation: float) -> float:
        return float((-((values - mean) ** 2) / (2 * deviation**2) - np.log(deviation * np.sqrt(2 * np.pi))).sum())

    expected = glad_likelihood_plainly(rows, ability, ease) + density(model.ability_, 0.5, 1) + density(model.ease_, 1, 2)
    assert model.objective_[-1] == pytest.approx(expected, abs=1e-8)
