"""Dynamic programming against listing all candidates."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from caesura.segmenters.decoding import CandidateSegment, best, k_best
from caesura.shapes import Flat, all_flat


@st.composite
def problems(draw: st.DrawFn) -> tuple[int, list[CandidateSegment]]:
    """A few words with weights from a tiny range, so that many segmentations tie."""
    size = draw(st.integers(1, 7))
    spans = [(start, end) for start in range(size) for end in range(start + 2, size + 1)]
    kept = draw(st.lists(st.sampled_from(spans), unique=True)) if spans else []
    return size, [
        CandidateSegment(start, end, draw(st.integers(-1, 3)), "drawn", allowed=draw(st.integers(0, 5)) > 0)
        for start, end in draw(st.permutations(kept))
    ]


def listed(size: int, candidates: list[CandidateSegment]) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
    """All possible segmentations, best first, by the definition: score, then break positions from the left, later ones first."""
    weights = {(c.start, c.end): c.weight for c in candidates if c.allowed}
    found = []
    for flat in all_flat(size):
        if all(end - start == 1 or (start, end) in weights for start, end in flat.spans):
            score = sum(weights.get(span, 0) for span in flat.spans)
            breaks = [end for _, end in flat.spans[:-1]] + [size + 1] * size  # no further break counts as latest
            found.append((score, breaks, flat))
    found.sort(key=lambda one: (one[0], one[1]), reverse=True)
    return [(score, flat.spans) for score, _, flat in found]


@given(problems())
def test_the_best_is_the_first_of_all(problem: tuple[int, list[CandidateSegment]]) -> None:
    size, candidates = problem
    cut = best(size, candidates)
    assert (cut.score, cut.spans) == listed(size, candidates)[0]
    assert sum(cut.weights) == cut.score


@given(problems(), st.integers(1, 70))
def test_the_k_best_are_the_first_k_of_all(problem: tuple[int, list[CandidateSegment]], wanted: int) -> None:
    size, candidates = problem
    cuts = k_best(size, candidates, wanted)
    assert [(cut.score, cut.spans) for cut in cuts] == listed(size, candidates)[:wanted]
    assert all(sum(cut.weights) == cut.score for cut in cuts)


def test_of_two_equal_ways_the_later_break_wins() -> None:
    either = [CandidateSegment(0, 2, 5, ""), CandidateSegment(1, 3, 5, "")]
    assert best(3, either).spans == ((0, 2), (2, 3))


def test_the_order_in_which_candidates_come_decides_nothing() -> None:
    """Three ways from the first word on with one score: the longest wins, wherever it stands."""
    either = [CandidateSegment(0, 4, 5, ""), CandidateSegment(0, 3, 5, ""), CandidateSegment(0, 2, 5, "")]
    for order in permutations(either):
        assert best(4, order).spans == ((0, 4),)
        assert [cut.spans[0] for cut in k_best(4, order, 3)] == [(0, 4), (0, 3), (0, 2)]


def test_a_candidate_says_nothing_of_frequency_unless_it_is_given_one() -> None:
    assert CandidateSegment(0, 2, 5, "")[-2:] == (0, True)


def test_no_words_are_cut_into_nothing() -> None:
    assert best(0, []) == (0, (), ())


def test_no_break_counts_as_latest() -> None:
    assert best(2, [CandidateSegment(0, 2, 0, "")]).spans == ((0, 2),)


def test_weights_beyond_sixty_four_bits_are_compared_exactly() -> None:
    huge = 3125 * (2**64 - 1)
    assert best(3, [CandidateSegment(0, 2, huge, ""), CandidateSegment(1, 3, huge + 1, "")]).spans == ((0, 1), (1, 3))


def test_sixty_four_words_take_no_time() -> None:
    every = [CandidateSegment(start, end, 1, "") for start in range(64) for end in range(start + 2, 65)]
    assert Flat.from_lengths(end - start for start, end in best(64, every).spans).lengths == (2,) * 32
