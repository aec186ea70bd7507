"""Confidence: fitted so that it says how often heads are right."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.syntax.parsing.calibration import IDENTITY, calibration_of, loss, probability


def test_identity_changes_nothing() -> None:
    assert probability(0.3, IDENTITY) == pytest.approx(0.3)
    assert 0.99 < probability(1.0, IDENTITY) < 1


def test_shares_that_say_too_much_are_corrected() -> None:
    random = Random(1)
    shares = [random.choice((0.6, 0.8, 0.95, 1.0)) for _ in range(4000)]
    right = [random.random() < 0.5 + 0.4 * (share - 0.5) for share in shares]
    calibration = calibration_of(shares, right)
    expected = sum(probability(share, calibration) for share in shares) / len(shares)
    assert expected == pytest.approx(sum(right) / len(right), abs=0.002)
    assert loss(shares, right, calibration) < loss(shares, right)


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=30))
def test_any_shares_give_probabilities_in_their_order(drawn: list[tuple[float, bool]]) -> None:
    calibration = calibration_of([share for share, _ in drawn], [right for _, right in drawn])
    found = [probability(share, calibration) for share, _ in sorted(drawn)]
    assert found == sorted(found)
    assert all(0 < chance < 1 for chance in found)


def test_all_right_stays_finite() -> None:
    slope, intercept = calibration_of([1.0] * 100, [True] * 100)
    assert probability(1.0, (slope, intercept)) > 0.98
