"""Spoken numbers in digits."""

from __future__ import annotations

import pytest

from recipes.sources.numbers import in_digits


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("seven", "7"),
        ("twelve", "12"),
        ("twenty", "20"),
        ("twenty four hours", "24 hours"),
        ("windows ninety eight", "windows 98"),
        ("nineteen ninety eight", "1998"),
        ("eighteen twelve", "1812"),
        ("twenty ten", "2010"),
        ("two thousand", "2000"),
        ("two thousand six", "2006"),
        ("fifteen thousand", "15000"),
        ("five hundred", "500"),
        ("one hundred one", "101"),
        ("twenty first century", "21st century"),
        ("third time", "3rd time"),
        ("one two three", "1 2 3"),
        ("sixty zero", "60 0"),
        ("forty thousand words", "40000 words"),
        ("thousand words", "thousand words"),
        ("hundred one", "hundred 1"),
        ("nineteen four", "19 4"),
    ],
)
def test_numbers(spoken: str, written: str) -> None:
    found = in_digits(spoken.split())
    assert " ".join(word for word, _ in found) == written
    assert sum(taken for _, taken in found) == len(spoken.split())
