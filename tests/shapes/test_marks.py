"""Marked characters and shapes: there and back."""

from __future__ import annotations

import pytest
from hypothesis import given

from caesura.foundation import InputError
from caesura.shapes import Flat, Nested, flat_from_marks, marked_words, marks_of, nested_from_marks
from tests.strategies import flats, nesteds

WORDS = ["one", "two", "three", "four", "five", "six", "seven"]


@given(flats(7))
def test_segments_are_marks_and_back(flat: Flat) -> None:
    text = "  ".join(WORDS)
    assert flat_from_marks(text, marks_of(text, flat.spans)) == flat
    assert flat_from_marks(text, [mark for mark in marks_of(text, flat.spans) if " " in text[slice(*mark)]]) == flat


@given(nesteds(7))
def test_trees_are_marks_and_back(nested: Nested) -> None:
    text = " ".join(WORDS)
    marks = marks_of(text, nested.spans)
    assert nested_from_marks(text, marks) == nested
    assert nested_from_marks(text, [mark for mark in marks if mark != (0, len(text))]) == nested


def test_a_mark_may_take_in_spaces() -> None:
    assert marked_words("new york times", (0, 9)) == (0, 2)
    assert flat_from_marks("new york times", [(3, 14)]) == Flat((1, 0))


@pytest.mark.parametrize(
    ("marks", "message"),
    [([(0, 2)], "cuts a word in two"), ([(0, 99)], "inside the text"), ([(3, 4)], "holds no word"), ([(4, 4)], "inside the text")],
)
def test_what_does_not_fit_is_told(marks: list[tuple[int, int]], message: str) -> None:
    with pytest.raises(InputError, match=message):
        flat_from_marks("new york times", marks)


def test_crossing_and_missing_marks_are_told() -> None:
    with pytest.raises(InputError, match="share a word"):
        flat_from_marks("new york times", [(0, 8), (4, 14)])
    with pytest.raises(InputError, match="words 1 to 3 are not two parts"):
        nested_from_marks("new york times", [])
    with pytest.raises(InputError, match="not two parts"):
        nested_from_marks("new york times square", [(0, 8), (4, 14)])
