from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.phrasing import Field, Options, parse_fields
from caesura.phrasing.options import decimal


def test_fields_are_written_with_their_boost() -> None:
    assert parse_fields(["title^2", "body", "title.english^0.5"]) == (Field("title", 2), Field("body"), Field("title.english", 0.5))


@pytest.mark.parametrize(
    "text", ["", "^0.25", "title^", "title^x", "title^-1", "title^0", "title^inf", "title^nan", "my title", 'a"b', "a\n"]
)
def test_a_field_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        Field.parse(text)


@pytest.mark.parametrize(
    "wrong",
    [
        {"boost": 0},
        {"boost": float("nan")},
        {"boost": 1e7},
        {"slop": -1},
        {"slop": 1.5},
        {"slop": 1001},
        {"tie": 1.1},
        {"tie": float("nan")},
        {"operator": "xor"},
        {"mode": "drop"},
        {"min_confidence": 2},
        {"weights": (1.0, 0.5)},
        {"weights": (0.0, 0.5, 0.5)},
        {"weights": (1.0, -0.5, 0.5)},
        {"window": 0},
        {"fields": (Field("a"), Field("a", 2))},
    ],
)
def test_options_out_of_range_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError):
        Options(**wrong)  # type: ignore[arg-type]


@given(st.floats(1e-9, 1e6))
def test_numbers_have_no_exponent_and_read_back(number: float) -> None:
    text = decimal(number)
    assert set(text) <= set("0123456789.")
    assert float(text) == number


def test_whole_numbers_have_no_point() -> None:
    assert [decimal(n) for n in (2.0, 100.0, 0.5, 1e-05, 0.0)] == ["2", "100", "0.5", "0.00001", "0"]
