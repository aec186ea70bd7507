"""Each way of shortening does what its name says, and a drawn set is the same for the same seed."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.syntax import plain_words, segment_by_cues
from caesura.syntax.cues.shortening import SHORTENINGS, shorten, shorten_questions
from caesura.tagging import default_tagger

QUESTION = plain_words("How do I remove a red wine stain from the white carpet?")


@pytest.mark.parametrize(
    ("way", "query"),
    [
        ("as-typed", "how do i remove a red wine stain from the white carpet"),
        ("without-question-phrase", "remove a red wine stain from the white carpet"),
        ("without-little-words", "how remove red wine stain from white carpet"),
        ("content-words", "remove red wine stain white carpet"),
        ("noun-phrases", "red wine stain white carpet"),
        ("topic-first", "white carpet how remove red wine stain"),
        ("topic-before-question", "white carpet how do i remove a red wine stain"),
        ("without-last-preposition", "remove a red wine stain white carpet"),
        ("topic-last", "how remove from white carpet red wine stain"),
        ("question-last", "remove red wine stain from white carpet how do"),
    ],
)
def test_ways(way: str, query: str) -> None:
    pair = shorten(QUESTION, next(one for one in SHORTENINGS if one.name == way), default_tagger()(QUESTION))
    assert pair is not None
    assert " ".join(pair.query) == query
    assert pair.title == QUESTION


def test_shares_add_up_and_a_seed_decides() -> None:
    assert sum(way.share for way in SHORTENINGS) == pytest.approx(1)
    counts: Counter[str] = Counter()
    first = list(shorten_questions([QUESTION] * 400, default_tagger(), seed=3, counts=counts))
    assert first == list(shorten_questions([QUESTION] * 400, default_tagger(), seed=3))
    assert first != list(shorten_questions([QUESTION] * 400, default_tagger(), seed=4))
    assert set(counts) == {way.name for way in SHORTENINGS}
    assert sum(counts.values()) == len(first) == 400


@given(
    st.lists(
        st.sampled_from(["how", "what", "is", "do", "i", "the", "a", "tea", "cups", "of", "in", "make", "green", "large"]),
        max_size=9,
    )
)
def test_made_queries_always_align(words: list[str]) -> None:
    for _, pair in shorten_questions([tuple(words)] * 8, default_tagger()):
        assert len(pair.query) >= 2
        assert segment_by_cues(pair) is not None
