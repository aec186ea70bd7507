"""The value that segmenters answer with."""

from __future__ import annotations

from fractions import Fraction

import pytest

from caesura.foundation import InputError
from caesura.segmenters import Segment, Segmentation
from caesura.shapes import Flat


def example() -> Segmentation:
    return Segmentation(("green", "tea", "pot"), Flat((0, 1)), 12, (12, 0), "naive", "  green  tea\tpot")


def test_offsets_point_into_the_text_as_typed() -> None:
    one = example()
    assert one.offsets == ((2, 12), (13, 16))
    assert one.segments == (Segment("green  tea", 2, 12, 2, 12), Segment("pot", 13, 16, 1, 0))


def test_it_prints_in_both_forms() -> None:
    assert example().pipe == "green tea|pot"
    assert example().quotes == '"green tea" pot'


def test_json_is_the_contract() -> None:
    assert example().as_json() == {
        "query": "  green  tea\tpot",
        "segments": [
            {"text": "green  tea", "start": 2, "end": 12, "words": 2, "score": 12},
            {"text": "pot", "start": 13, "end": 16, "words": 1, "score": 0},
        ],
        "score": 12,
        "method": "naive",
    }


def test_fractions_and_probabilities_become_numbers() -> None:
    one = Segmentation(("a", "b"), Flat((0,)), Fraction(1, 4), (Fraction(1, 4),), "x", probabilities=(0.75,))
    assert one.as_json()["segments"] == [{"text": "a b", "start": 0, "end": 3, "words": 2, "score": 0.25, "probability": 0.75}]


def test_without_a_text_single_spaces_count() -> None:
    one = Segmentation(("a", "b"), Flat((1,)))
    assert one.text == "a b"
    assert one.segment_scores == (0, 0)
    assert one == Segmentation.of("a b", Flat((1,)))


def test_its_repr_reads_back() -> None:
    assert eval(repr(example())) == example()  # noqa: S307


@pytest.mark.parametrize(
    "wrong",
    [
        {"query_words": ("a",), "flat": Flat((1,))},
        {"query_words": ("a", "b"), "flat": Flat((1,)), "segment_scores": (1,)},
        {"query_words": ("a", "b"), "flat": Flat((1,)), "probabilities": (1.0,)},
    ],
)
def test_numbers_that_do_not_fit_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError):
        Segmentation(**wrong)  # type: ignore[arg-type]
