"""The queries of the dependence models, and which queries a threshold phrases."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.retrieval import RUNS, parse_query, weighted_parts
from caesura.retrieval.runs.mrf_full import full_query
from caesura.retrieval.runs.mrf_sequential import sequential_query
from caesura.retrieval.runs.theta import phrased_queries


def test_sequential_dependence() -> None:
    wanted = "#weight(0.85 #combine(a b c) 0.1 #combine(#1(a b) #1(b c)) 0.05 #combine(#uw8(a b) #uw8(b c)))"
    assert sequential_query(("a", "b", "c")) == parse_query(wanted)
    assert str(sequential_query(("a",))) == "#combine(a)"


def test_full_dependence() -> None:
    parts = weighted_parts(full_query(("a", "b", "c")))
    shares = {str(part): share for part, share in parts.items()}
    assert shares == pytest.approx(
        {
            **dict.fromkeys(("a", "b", "c"), 0.8 / 3),
            **dict.fromkeys(("#1(a b)", "#1(b c)", "#1(a b c)"), 0.1 / 3),
            **dict.fromkeys(("#uw8(a b)", "#uw8(a c)", "#uw8(b c)", "#uw12(a b c)"), 0.1 / 4),
        }
    )
    assert str(full_query(("a",))) == "#combine(a)"
    with pytest.raises(InputError, match="2\\^11 windows"):
        full_query(tuple("abcdefghijk"))


@given(
    st.lists(st.one_of(st.none(), st.floats(0, 5)), min_size=1, max_size=120),
    st.integers(1, 45),
)
def test_theta_phrases_the_least_compositional_of_every_fifty(figures: list[float | None], theta: int) -> None:
    found = phrased_queries(figures, theta)
    for start in range(0, len(figures), 50):
        batch = range(start, min(start + 50, len(figures)))
        known = [place for place in batch if figures[place] is not None]
        chosen = [place for place in batch if place in found]
        assert len(chosen) == min(len(known), int(theta * len(batch) / 50 + 0.5))
        least = min((figures[place] or 0.0 for place in chosen), default=0.0)
        assert all((figures[place] or 0.0) <= least for place in known if place not in found) or not chosen


def test_a_full_batch_phrases_exactly_theta() -> None:
    assert phrased_queries([float(number) for number in range(100)], 3) == {47, 48, 49, 97, 98, 99}


def test_the_folder_is_the_registry() -> None:
    assert list(RUNS)[-1] == "upper-bound"
    assert {
        "bag-of-words",
        "user-choice",
        "mrf-sequential",
        "mrf-full",
        "good-turing",
        "atc",
        "segmenter",
        "tuned-confidence",
        "soft-phrases",
    } <= set(RUNS)
    assert all(run.description for run in RUNS.values())
    with pytest.raises(InputError, match="no run is called 'nonsense'"):
        RUNS["nonsense"]
