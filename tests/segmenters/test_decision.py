"""Whether to phrase at all: by hand, and against trying every choice of phrases."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.segmenters import decide
from caesura.segmenters.decision import gain_of
from caesura.shapes import Flat, Span, all_flat

CHANCES = {(0, 2): 0.8, (2, 4): 0.6, (1, 3): 0.1, (0, 4): 0.05, (4, 5): 0.9}


def test_what_is_likely_enough_is_phrased() -> None:
    assert decide(5, CHANCES, 0.5).phrases == ((0, 2), (2, 4))
    assert decide(5, CHANCES, 0.7).phrases == ((0, 2),)
    assert decide(5, CHANCES, 0.8).phrases == ((0, 2),)  # just enough is enough
    in_doubt = decide(5, CHANCES, 0.9)
    assert (in_doubt.flat, in_doubt.phrased, in_doubt.gain) == (Flat.apart(5), False, 0.0)


def test_the_gain_is_that_of_right_phrases_less_the_cost_of_wrong_ones() -> None:
    # At .75 a wrong phrase costs three times what a right one gains: .8 * 1 - .2 * 3 = .2.
    assert gain_of(0.8, 0.75) == pytest.approx(0.8 * 1 - 0.2 * 3)
    assert decide(5, CHANCES, 0.75).gain == pytest.approx(0.2)
    assert gain_of(1.0, 1.0) == 0
    assert decide(2, {(0, 2): 1.0}, 1.0).phrased


def test_of_phrases_that_overlap_those_are_taken_that_gain_most_together() -> None:
    one_large = {(0, 2): 0.3, (1, 4): 0.45, (2, 4): 0.3}
    assert decide(4, one_large, 0.25).phrases == ((1, 4),)
    assert decide(4, one_large | {(0, 2): 0.4, (2, 4): 0.35}, 0.25).phrases == ((0, 2), (2, 4))


def test_what_cannot_happen_is_no_phrase() -> None:
    assert decide(3, {(0, 2): 0.0}, 0.0).phrases == ()


@st.composite
def crowds(draw: st.DrawFn) -> tuple[int, dict[Span, float]]:
    """Chances that belong together: shares of a few people, each with a segmentation of their own."""
    size = draw(st.integers(2, 6))
    people = draw(st.lists(st.sampled_from(list(all_flat(size))), min_size=1, max_size=8))
    spans = {span for flat in people for span in flat.spans}
    return size, {span: sum(span in flat.spans for flat in people) / len(people) for span in spans}


@given(crowds(), st.sampled_from([0.0, 0.1, 0.25, 0.375, 0.5, 0.75, 1.0]))
def test_no_other_choice_gains_more(crowd: tuple[int, dict[Span, float]], least: float) -> None:
    size, chances = crowd
    found = decide(size, chances, least)
    likely = [span for span, chance in chances.items() if span[1] - span[0] > 1 and chance >= least]
    gains = [
        sum(gain_of(chances[span], least) for span in some)
        for number in range(len(likely) + 1)
        for some in combinations(likely, number)
        if all(a[1] <= b[0] or b[1] <= a[0] for a, b in combinations(some, 2))
    ]
    assert found.gain == pytest.approx(max(gains))
    assert all(chances[span] >= least for span in found.phrases)
    if least > 0.5:  # then no two overlap and all of them are taken
        assert sorted(found.phrases) == sorted(likely)


def test_a_threshold_is_a_probability() -> None:
    with pytest.raises(InputError, match="between 0 and 1"):
        decide(2, {}, 1.5)
