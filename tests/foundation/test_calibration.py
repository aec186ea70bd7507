"""Calibration finds the stretch and shift that made the shares."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import fit_calibration
from caesura.foundation.calibration import IDENTITY


@given(st.floats(0.2, 5), st.floats(-3, 3))
def test_what_was_stretched_and_shifted_is_found(stretch: float, shift: float) -> None:
    odds = np.linspace(-3, 3, 41)
    assert fit_calibration(odds, 1 / (1 + np.exp(-(stretch * odds + shift)))) == pytest.approx((stretch, shift), abs=1e-6)


def test_the_pull_keeps_it_finite() -> None:
    stretch, shift = fit_calibration([4.0] * 100, [1.0] * 100, pull=0.1)
    assert 1 < stretch < 3
    assert 0 < shift < 3
    assert fit_calibration([], [], pull=0.1) == pytest.approx(IDENTITY)
