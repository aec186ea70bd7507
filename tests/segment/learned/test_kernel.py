"""The kernel and the plain path give the same scores, to the last unit, whatever is asked."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caesura.segment import LearnedSegmenter, segmenter
from caesura.shapes import split_words

pytest.importorskip("caesura.segment._learned", reason="nothing was compiled here")

KNOWN = (
    "new york times square dance cheap flights to cape town in the of a u.s. 2011 (city) fishing dogs o'neill x & - hotels New YORK"
)
WORDS = st.sampled_from(KNOWN.split()) | st.text(
    st.characters(codec="ascii", exclude_categories=["C", "Z"]), min_size=1, max_size=14
)


def both() -> tuple[LearnedSegmenter, LearnedSegmenter]:
    plain, fast = segmenter("learned", compiled=False), segmenter("learned", compiled=True)
    assert isinstance(plain, LearnedSegmenter)
    assert isinstance(fast, LearnedSegmenter)
    fast.masks(["a b"] * 50)  # from so many on the kernel is worth making
    return plain, fast


PLAIN, FAST = both()


@given(st.lists(WORDS, min_size=1, max_size=9))
@settings(max_examples=60)
def test_equal_on_everything(words: list[str]) -> None:
    text = " ".join(words)
    assert FAST.scores(split_words(text)) == PLAIN.plain_scores(split_words(text)) if len(words) > 1 else True
    assert FAST.segment(text) == PLAIN.segment(text)


@given(st.lists(st.text(max_size=30), max_size=4))
@settings(max_examples=30)
def test_batches_are_decided_as_single_queries_are(texts: list[str]) -> None:
    asked = [text for text in (*texts, "new york hotels", "", "weather", "zürich hotels") if len(text.split()) < 20] * 13
    assert list(FAST.masks(asked, threads=2)) == [PLAIN.plain_mask(text) for text in asked]


def test_a_long_query_and_a_pasted_text() -> None:
    for text in ("new york " * 32, "a" * 2000 + " b c"):
        assert FAST.segment(text) == PLAIN.segment(text)
