"""Queries and their breaks written out: the compiled twin against the plain path."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.segmenters.printing import piped, printed_lines, printed_texts, quoted
from caesura.shapes import Flat, Words
from tests.strategies import words_and_flat

SPACES = st.sampled_from((" ", "  ", "\t", " \x1f "))


@given(st.lists(st.tuples(words_and_flat(), SPACES), max_size=5))
def test_many_are_written_as_one_is(drawn: list[tuple[tuple[Words, Flat], str]]) -> None:
    texts = [space + space.join(words) + space for (words, _), space in drawn]
    masks = array("Q", [flat.mask for (_, flat), _ in drawn])
    assert printed_texts(texts, masks, quotes=False) == list(map(piped, texts, masks))
    assert printed_texts(texts, masks, quotes=True) == list(map(quoted, texts, masks))


def test_long_short_and_empty_texts() -> None:
    texts = ["a" * 3000 + " b", "", "  ", "x", " ".join("y" * 64)]
    masks = array("Q", [0, 0, 0, 0, (1 << 63) - 1])
    assert printed_texts(texts, masks, quotes=True) == [f'"{"a" * 3000} b"', "", "", "x", " ".join("y" * 64)]
    assert printed_lines(["a b", ""], array("Q", [1, 0]), quotes=False) == b"a|b\n\n"


def test_every_text_needs_its_mask() -> None:
    with pytest.raises(ValueError, match=r"1 masks|zip"):
        printed_texts(["a b", "c d"], array("Q", [0]), quotes=False)
