"""The chain over breaks against enumeration."""

from __future__ import annotations

from itertools import product
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.segmenters.learned.distribution import Chain, both_break, logistic

SHARES = st.lists(st.floats(0.001, 0.999), max_size=6)
RATIOS = st.floats(0.02, 50)


def listed(chain: Chain) -> dict[tuple[int, ...], float]:
    return {breaks: chain.probability(breaks) for breaks in product((0, 1), repeat=len(chain.shares))}


@given(SHARES, RATIOS)
def test_all_segmentations_sum_to_one_and_keep_the_shares(shares: list[float], ratio: float) -> None:
    chain = Chain(shares, ratio)
    found = listed(chain)
    assert sum(found.values()) == pytest.approx(1)
    assert chain.total() == pytest.approx(sum(found.values()))
    for place, share in enumerate(shares):
        assert sum(chance for breaks, chance in found.items() if breaks[place]) == pytest.approx(share)


@given(SHARES, RATIOS)
def test_the_entropy_is_that_of_all_segmentations(shares: list[float], ratio: float) -> None:
    chain = Chain(shares, ratio)
    assert chain.entropy == pytest.approx(-sum(chance * log2(chance) for chance in listed(chain).values() if chance), abs=1e-9)


def test_the_entropy_ends_at_agreement_and_at_chance() -> None:
    assert Chain([], 1.0).entropy == Chain([0.0, 1.0], 1.0).entropy == 0
    assert Chain([0.5] * 3, 1.0).entropy == pytest.approx(3)


@given(SHARES, RATIOS)
def test_a_segments_probability_is_the_sum_over_segmentations_that_hold_it(shares: list[float], ratio: float) -> None:
    chain, size = Chain(shares, ratio), len(shares) + 1
    found = listed(chain)
    for start in range(size):
        for end in range(start + 1, size + 1):
            holding = sum(
                chance
                for breaks, chance in found.items()
                if (not start or breaks[start - 1]) and not any(breaks[start : end - 1]) and (end == size or breaks[end - 1])
            )
            assert chain.segment(start, end) == pytest.approx(holding, abs=1e-12)


@given(SHARES, RATIOS, st.floats(0, 1))
def test_likely_segments_are_those_of_all_segments(shares: list[float], ratio: float, least: float) -> None:
    chain, size = Chain(shares, ratio), len(shares) + 1
    spans = [(start, end) for start in range(size) for end in range(start + 2, size + 1)]
    found = chain.likely(least)
    assert all(found[span] == chain.segment(*span) for span in found)
    # Within rounding of the threshold either answer is right.
    assert set(found) | {span for span in spans if abs(chain.segment(*span) - least) < 1e-12} >= {
        span for span in spans if chain.segment(*span) >= least
    }
    assert all(chance >= least for chance in found.values())


@given(SHARES, RATIOS, st.integers(1, 9))
def test_the_n_best_are_those_of_enumeration(shares: list[float], ratio: float, wanted: int) -> None:
    chain = Chain(shares, ratio)
    expected = sorted(listed(chain).values(), reverse=True)[:wanted]
    found = chain.best(wanted)
    assert [chance for chance, _ in found] == pytest.approx(expected)
    assert [chain.probability(breaks) for _, breaks in found] == pytest.approx(expected)
    assert len({breaks for _, breaks in found}) == len(found)


@given(st.floats(0.01, 0.99), st.floats(0.01, 0.99), RATIOS)
def test_the_odds_ratio_is_what_was_asked_for(one: float, other: float, ratio: float) -> None:
    both = both_break(one, other, ratio)
    neither, first, second = 1 - one - other + both, one - both, other - both
    assert both * neither == pytest.approx(ratio * first * second, rel=1e-4, abs=1e-9)


def test_the_logistic_function_overflows_nowhere() -> None:
    assert logistic(0) == 0.5
    assert logistic(-800) == 0
    assert logistic(800) == 1
