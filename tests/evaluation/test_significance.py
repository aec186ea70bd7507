"""Tests of tests: against scipy, against counting all orders, against a published example of Holm."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from caesura.evaluation import holm, randomisation_test, significance, smallest_p
from caesura.evaluation.significance import bootstrap_p, significant_in_the_thesis, t_test


@given(st.lists(st.integers(-5, 5), min_size=2, max_size=40).filter(lambda values: len(set(values)) > 1))
def test_t_test_equals_scipy(values: list[int]) -> None:
    differences = np.array(values, dtype=np.float64)
    assert t_test(differences) == pytest.approx(stats.ttest_rel(differences, np.zeros(len(values))).pvalue, abs=1e-12)


def test_t_test_at_its_edges() -> None:
    assert t_test(np.array([0.5])) is None
    assert t_test(np.array([0.5, 0.25])) == pytest.approx(stats.ttest_1samp([0.5, 0.25], 0).pvalue)
    assert t_test(np.zeros(5)) == 1
    assert t_test(np.full(5, 0.25)) == 0


@settings(deadline=None, max_examples=50)
@given(st.lists(st.integers(-4, 4), min_size=1, max_size=8))
def test_few_differences_are_counted_out(values: list[int]) -> None:
    observed = abs(sum(values))
    differing = [value for value in values if value]
    sums = [abs(sum(s * v for s, v in zip(signs, differing, strict=True))) for signs in product((-1, 1), repeat=len(differing))]
    exact = sum(total >= observed for total in sums) / len(sums)
    assert randomisation_test(np.array(values, dtype=np.float64)[:, None])[0] == pytest.approx(exact)


def test_many_differences_are_tossed_for() -> None:
    draw = np.random.default_rng(7)
    noise = draw.normal(0, 1, 400)
    columns = np.column_stack([noise, noise + 0.5])
    p = randomisation_test(columns, trials=2000, seed=3)
    assert p[0] == pytest.approx(t_test(noise), abs=0.04)
    assert p[1] == pytest.approx(1 / 2001)
    assert (p == randomisation_test(columns, trials=2000, seed=3)).all()


@pytest.mark.parametrize("together", [1, 7, 1000])
def test_as_many_coins_are_tossed_as_trials_whatever_goes_together(together: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(significance, "_BATCH", together * 20)
    assert randomisation_test(np.full((20, 1), 0.5), trials=50)[0] == pytest.approx(1 / 51)


def test_without_a_number_there_are_ten_thousand_trials() -> None:
    everywhere = np.full((40, 1), 0.5)
    assert randomisation_test(everywhere)[0] == pytest.approx(1 / 10_001, rel=1e-6)
    assert smallest_p(everywhere)[0] == pytest.approx(1 / 10_001, rel=1e-6)


def test_queries_that_do_not_differ_count_for_nothing() -> None:
    """Twelve of forty differ: all ways to toss are counted out, by both."""
    differences = np.where(np.arange(40) < 12, 0.5, 0.0)[:, None]
    assert randomisation_test(differences)[0] == pytest.approx(2 / 2**12, rel=1e-9)
    assert smallest_p(differences)[0] == pytest.approx(2 / 2**12, rel=1e-9)


def test_holm() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def test_bootstrap_p() -> None:
    assert bootstrap_p(np.array([1.0] * 99)) == pytest.approx(2 / 100)
    assert bootstrap_p(np.array([-1.0, 1.0] * 50)) == 1


def test_the_rule_of_the_thesis() -> None:
    assert [significant_in_the_thesis(p) for p in (0.025, 0.03, 0.98, None)] == [True, False, True, None]


@pytest.mark.parametrize("size", [3, 8, 12, 13, 40])
def test_the_smallest_p_is_that_of_differences_in_one_direction(size: int) -> None:
    differences = np.column_stack([np.full(size, 0.5), np.where(np.arange(size) < 3, 0.5, 0.0), np.zeros(size)])
    smallest = smallest_p(differences)
    found = randomisation_test(differences)
    assert smallest[0] == pytest.approx(found[0], abs=1e-3)
    assert (found >= smallest - 0.02).all()
    assert smallest[2] == 1.0
