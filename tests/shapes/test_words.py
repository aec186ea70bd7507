from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.shapes import bare, fold, query_words, same_words, split_words, word_offsets


def test_nothing_is_dropped() -> None:
    assert split_words("gym & fitness") == ("gym", "&", "fitness")
    assert split_words("u.s.  embassy ") == ("u.s.", "embassy")


@given(st.text(max_size=60))
def test_offsets_point_at_the_words(text: str) -> None:
    words = tuple(text.split())
    assert tuple(text[start:end] for start, end in word_offsets(text)) == words


def test_over_64_words_are_refused() -> None:
    assert len(split_words("a " * 64)) == 64
    with pytest.raises(InputError, match="65 words, at most 64"):
        split_words("a " * 65)


def test_an_empty_query_is_refused_where_words_are_needed() -> None:
    with pytest.raises(InputError, match="without words"):
        query_words("  ")


@pytest.mark.parametrize(("word", "folded"), [("New", "new"), ("ﬁne", "fine"), ("Ｎｅｗ", "new"), ("ÉTÉ", "été"), ("¨", "\u0308")])
def test_folding(word: str, folded: str) -> None:
    assert fold(word) == folded


@given(st.text(min_size=1, max_size=12).filter(lambda word: word.split() == [word]))
def test_a_folded_word_is_one_word_and_stays(word: str) -> None:
    once = fold(word)
    assert len(once.split()) <= 1
    assert fold(once) == once


@pytest.mark.parametrize(("word", "expected"), [("(york)", "york"), ("u.s.", "u.s"), ("&", "&"), ("--", "--"), ("'n", "n")])
def test_bare_keeps_something(word: str, expected: str) -> None:
    assert bare(word) == expected


def test_same_words_names_query_and_position() -> None:
    with pytest.raises(InputError, match="word 2 is 'yrok', the query 'new york times' has 'york' there"):
        same_words(("new", "yrok", "times"), ("new", "york", "times"), "new york times")
    with pytest.raises(InputError, match="it has 1 words, the query 'a b' has 2"):
        same_words(("a",), ("a", "b"), "a b")
