from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.shapes import Flat, Nested, distance, sequence_distance
from tests.strategies import flats, nesteds

sizes = st.integers(2, 7)


def test_equal_lengths() -> None:
    assert distance(Flat((1, 0, 0)), Flat((0, 0, 1))) == Fraction(2, 3)
    one, two = Nested((0, 2, 0, 1, 0)), Nested((1, 0, 2, 3, 0))
    assert distance(one, two, 1) == Fraction(1 + 2 + 2 + 2 + 0, 5)
    assert distance(one, two, 2) == Fraction(1 + 4 + 4 + 8 + 0, 5)


def test_the_shorter_slides_over_the_longer() -> None:
    # 1 over (1, 0, 1): distances 0, 1, 0, averaged over three places.
    assert distance(Flat((1,)), Flat((1, 0, 1))) == Fraction(1, 3)
    assert distance(Flat((1, 0, 1)), Flat((1,))) == Fraction(1, 3)


@given(sizes.flatmap(flats), sizes.flatmap(flats))
def test_flat_d1_is_d2_and_symmetric(one: Flat, other: Flat) -> None:
    assert distance(one, other, 1) == distance(one, other, 2) == distance(other, one, 1)
    assert 0 <= distance(one, other) <= 1


@given(st.integers(2, 7).flatmap(lambda n: st.tuples(nesteds(n), nesteds(n))))
def test_zero_means_equal(pair: tuple[Nested, Nested]) -> None:
    for power in (1, 2):
        assert (distance(*pair, power) == 0) == (pair[0] == pair[1])


def test_what_has_no_distance() -> None:
    with pytest.raises(InputError, match="one-word"):
        distance(Flat(()), Flat((1,)))
    with pytest.raises(InputError, match="one kind"):
        distance(Flat((1,)), Nested((0,)))
    with pytest.raises(InputError, match="d3"):
        distance(Flat((1,)), Flat((1,)), 3)
    assert sequence_distance((0, 1), (1, 1), 1) == Fraction(1, 2)
