"""The bootstrap: rows of counts stand for drawn items, and the same seed gives the same intervals."""

from __future__ import annotations

import numpy as np
import pytest

from caesura.foundation import bootstrap, percentile_interval, resample_counts, resampled_sums


def test_every_row_draws_as_many_items_as_there_are() -> None:
    rows = np.concatenate(list(resample_counts(7, 50, seed=3)))
    assert rows.shape == (50, 7)
    assert (rows.sum(axis=1) == 7).all()


def test_sums_are_those_of_the_drawn_items_whatever_the_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.arange(10.0).reshape(5, 2)
    whole = resampled_sums(values, 40, seed=1)
    draw = np.random.default_rng(1)
    assert whole == pytest.approx(values[draw.integers(0, 5, size=(40, 5))].sum(axis=1))
    monkeypatch.setattr(bootstrap, "_BATCH", 15)
    assert resampled_sums(values, 40, seed=1) == pytest.approx(whole)


def test_the_middle_part() -> None:
    assert percentile_interval(np.arange(101.0)) == (2.5, 97.5)
    assert percentile_interval(np.arange(101.0), 0.5) == (25.0, 75.0)
