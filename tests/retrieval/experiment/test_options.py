"""Options of a query, and the queries they stand for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.retrieval import option_query, soft_query, weighted_parts
from caesura.retrieval.experiment.options import all_options, without_stop_words
from caesura.shapes import Flat

WORDS = ("new", "york", "times")


@pytest.mark.parametrize("size", range(1, 8))
def test_all_options_the_plainest_first(size: int) -> None:
    options = all_options(size)
    assert len(set(options)) == len(options) == 2 ** (size - 1)
    joined = [option.breaks.count(0) for option in options]
    assert joined == sorted(joined)
    assert options[0] == Flat.apart(size)


def test_a_phrase_is_one_part() -> None:
    assert str(option_query(WORDS, Flat((0, 1)))) == "#combine(#1(new york) times)"
    assert str(option_query(WORDS, Flat((1, 1)))) == "#combine(new york times)"
    assert list(weighted_parts(option_query(WORDS, Flat((0, 1)))).values()) == [0.5, 0.5]


def test_soft_phrases_stand_beside_the_words() -> None:
    shares = {str(part): share for part, share in weighted_parts(soft_query(WORDS, Flat((0, 1)), 0.1)).items()}
    assert shares == pytest.approx({"new": 0.3, "york": 0.3, "times": 0.3, "#1(new york)": 0.1})
    assert soft_query(WORDS, Flat((1, 1)), 0.1) == option_query(WORDS, Flat((1, 1)))
    for share in (0.0, 1.0):
        with pytest.raises(InputError, match="share"):
            soft_query(WORDS, Flat((0, 1)), share)


def test_stop_words_leave_a_phrase_together() -> None:
    words = ("department", "of", "justice", "the", "building")
    kept = [True, False, True, False, True]
    assert without_stop_words(words, Flat((0, 0, 1, 1)), kept) == Flat((0, 1))
    assert without_stop_words(words, Flat((0, 1, 0, 0)), kept) == Flat((1, 0))
    with pytest.raises(InputError, match="keep"):
        without_stop_words(words, Flat((0, 0, 0, 0)), [False] * 5)


@given(st.integers(1, 8).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, 2 ** (size - 1) - 1))))
def test_keeping_every_word_changes_nothing(drawn: tuple[int, int]) -> None:
    size, mask = drawn
    option = Flat.from_mask(size, mask)
    assert without_stop_words(["w"] * size, option, [True] * size) == option
