from __future__ import annotations

from fractions import Fraction

import pytest

from caesura.foundation import InputError
from caesura.phrasing import read_pipe, segmented_query
from caesura.phrasing.query import from_segmentation
from caesura.segmenters import Segmentation
from caesura.shapes import Flat


def test_offsets_follow_the_text_as_typed() -> None:
    query = segmented_query(("new", "york", "times"), Flat((0, 1)), text="  new   york times ")
    assert [(s.start, s.end, s.text) for s in query.segments] == [(2, 12, "new york"), (13, 18, "times")]
    assert query.words == ("new", "york", "times")


def test_a_phrase_said_twice_is_asked_for_once() -> None:
    assert [p.text for p in read_pipe("new york|new york|times").phrases()] == ["new york"]


def test_a_single_word_is_no_phrase() -> None:
    assert read_pipe("new|york").phrases() == ()


def test_unsure_segments_stay_words_and_unknown_ones_stay_phrases() -> None:
    query = segmented_query(tuple("abcdef"), Flat((0, 1, 0, 1, 0)), probabilities=[0.4, 0.5, None])
    assert [p.text for p in query.phrases(0.5)] == ["c d", "e f"]
    assert [p.text for p in query.phrases()] == ["a b", "c d", "e f"]


def test_what_a_segmenter_answers_is_taken_as_it_is() -> None:
    answer = Segmentation(("a", "b", "c"), Flat((0, 1)), 3, (Fraction(3), 0), "naive", " a b  c", (0.9, 0.7))
    query = from_segmentation(answer)
    assert query.text == " a b  c"
    assert [(s.words, s.start, s.end, s.score, s.probability) for s in query.segments] == [
        (("a", "b"), 1, 4, 3, 0.9),
        (("c",), 6, 7, 0, 0.7),
    ]


@pytest.mark.parametrize(
    ("kept", "problem"),
    [
        ({"text": "a c"}, "are not those of"),
        ({"scores": [1.0, 2.0]}, "2 scores for 1 segments"),
        ({"probabilities": [1.5]}, "a probability of 1.5"),
        ({"probabilities": [float("nan")]}, "a probability of nan"),
    ],
)
def test_what_does_not_fit_is_refused(kept: dict[str, object], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        segmented_query(("a", "b"), Flat((0,)), **kept)  # type: ignore[arg-type]


def test_half_a_character_is_refused() -> None:
    with pytest.raises(InputError, match="not valid Unicode"):
        segmented_query(("a\udc80",), Flat(()))
