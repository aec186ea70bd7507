"""Which places of logged queries belong to a name or a unit."""

from __future__ import annotations

import pytest

from caesura.lexicon import MemoryLexicon
from recipes.numbers_in_names import AT_A_MODEL, AT_A_UNIT, named_number, places_in_names

LEXICON = MemoryLexicon({}, ["windows 98", "area 51", "summer of 42", "class of 1999"])


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("3.5 mm jack", {0: AT_A_UNIT}),
        ("install windows 98 drivers", {1: AT_A_MODEL}),
        ("Summer of 42 cast", {0: AT_A_MODEL, 1: AT_A_MODEL}),
        ("ford f 150 parts", {0: AT_A_MODEL, 1: AT_A_MODEL}),
        ("phone 14 pro case", {0: AT_A_MODEL, 1: AT_A_MODEL}),
        ("class of 1999", {}),
        ("hotels 2004", {}),
        ("top 10 songs", {}),
    ],
)
def test_names_hold_their_numbers(query: str, wanted: dict[int, float]) -> None:
    assert places_in_names(query.split(), LEXICON) == wanted


def test_years_are_not_numbers_of_models() -> None:
    assert [word for word in ("7", "3.5", "1/2", "2004", "1999", "1850", "mp3") if named_number(word)] == [
        "7",
        "3.5",
        "1/2",
        "1850",
    ]
