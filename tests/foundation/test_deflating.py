"""What was deflated comes back, and nothing that is not whole does."""

from __future__ import annotations

import random
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import byte_planes, deflated, from_byte_planes, inflated


@given(st.binary(max_size=2000))
def test_what_was_deflated_comes_back(raw: bytes) -> None:
    assert inflated(deflated(raw), len(raw)) == raw


def test_numbers_with_a_spread_take_less_room_than_zlib_gives_them() -> None:
    draw = random.Random(1)
    raw = bytes(round(draw.gauss(0, 8)) & 0xFF for _ in range(20_000))
    assert len(deflated(raw)) < len(zlib.compress(raw, 9)) * 0.97


def test_a_table_of_zeros_takes_no_room() -> None:
    assert len(deflated(bytes(100_000))) < 200


def test_what_is_not_whole_is_an_error() -> None:
    coded = deflated(b"new york times " * 20)
    for damaged, size in ((coded[:-1], 300), (coded + b"x", 300), (coded, 299), (coded, 301), (b"", 0)):
        with pytest.raises(ValueError, match="another size"):
            inflated(damaged, size)
    with pytest.raises(ValueError, match="invalid"):
        inflated(b"\xff" + coded, 300)


def test_what_expands_without_end_is_not_expanded() -> None:
    coded = deflated(bytes(50_000_000))
    with pytest.raises(ValueError, match="another size"):
        inflated(coded, 10)
    for size in (-1, -2, 10**30):
        with pytest.raises(ValueError, match="an impossible size"):
            inflated(coded, size)


@given(st.lists(st.binary(min_size=3, max_size=3)))
def test_planes_are_put_together_again(numbers: list[bytes]) -> None:
    raw = b"".join(numbers)
    planes = byte_planes(raw, 3)
    assert planes[: len(numbers)] == bytes(number[0] for number in numbers)
    assert from_byte_planes(planes, 3) == raw


def test_planes_of_different_sizes_are_an_error() -> None:
    with pytest.raises(ValueError, match="another size"):
        from_byte_planes(b"abcd", 3)
