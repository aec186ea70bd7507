"""Folds cover all items, each once, and a seed always gives the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError, check_folds, each_fold, in_turn, shuffled


@given(st.integers(2, 40), st.data())
def test_every_item_is_answered_for_once_by_what_has_not_seen_it(size: int, data: st.DataObject) -> None:
    folds = data.draw(st.integers(2, size))
    seed = data.draw(st.integers(0, 9))
    for numbers in (in_turn(size, folds), shuffled(size, folds, seed)):
        split = list(each_fold(numbers, folds))
        assert len(split) == folds
        assert sorted(at for _, asked in split for at in asked) == list(range(size))
        for known, asked in split:
            assert asked  # no fold is empty
            assert sorted([*known, *asked]) == list(range(size))
            assert known == sorted(known)
            assert asked == sorted(asked)
        sizes = [len(asked) for _, asked in split]
        assert max(sizes) - min(sizes) <= 1
    assert shuffled(size, folds, seed) == shuffled(size, folds, seed)


def test_the_deals_stay_what_they_were() -> None:
    assert in_turn(5, 2) == (0, 1, 0, 1, 0)
    assert shuffled(7, 3, 1) == (1, 0, 0, 0, 2, 2, 1)


@pytest.mark.parametrize(
    ("folds", "size", "least", "problem"),
    [
        (1, 7, 2, "1 folds of 7 items; use 2 to 7 folds"),
        (8, 7, 2, "8 folds of 7 items; use 2 to 7 folds"),
        (3, 2, 2, "3 folds of 2 items; use 2"),
        (2, 1, 2, "2 folds of 1 items; give more items"),
        (0, 3, 1, "0 folds of 3 items; use 1 to 3 folds"),
    ],
)
def test_what_cannot_be_dealt_is_refused(folds: int, size: int, least: int, problem: str) -> None:
    with pytest.raises(InputError, match=f"^{problem}$"):
        check_folds(folds, size, "items", least=least)
