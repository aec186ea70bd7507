"""The draw equals the plain way: sort all lines by a random key, take the first distinct queries."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.corpus.log_draw import SmallestKeys, Stratum, draw_queries
from caesura.corpus.log_groups import same_query
from caesura.corpus.sampling import largest_remainder
from caesura.foundation import InputError


def brute_force(queries: list[str], count: int, seed: int) -> list[str]:
    random = Random(seed)
    keyed = sorted((random.random(), query) for query in queries)
    lengths = Counter(len(query.split()) for query in queries)
    room = largest_remainder(dict(sorted(lengths.items())), count) if lengths else {}
    taken: dict[str, str] = {}
    for _, query in keyed:
        length = len(query.split())
        if same_query(query) not in taken and room[length]:
            room[length] -= 1
            taken[same_query(query)] = " ".join(query.split())
    return list(taken.values())


WORDS = st.lists(st.sampled_from("abcB"), min_size=1, max_size=4).map(" ".join)


@given(queries=st.lists(WORDS, max_size=60), count=st.integers(1, 12), seed=st.integers(0, 1000))
def test_equals_brute_force(queries: list[str], count: int, seed: int) -> None:
    drawn = draw_queries(iter(queries), count, seed=seed)
    assert list(drawn.queries) == brute_force(queries, count, seed)
    assert sum(stratum.drawn for stratum in drawn.strata) == len(drawn.queries)


@given(keyed=st.lists(st.tuples(st.integers(0, 999), st.integers(0, 30)), unique_by=lambda pair: pair[0]), size=st.integers(1, 8))
def test_the_least_keys_are_kept_though_others_are_forgotten(keyed: list[tuple[int, int]], size: int) -> None:
    least = SmallestKeys(size)
    for key, text in keyed:
        least.add(key / 1000, str(text))
    best: dict[str, float] = {}
    for key, text in sorted(keyed):
        best.setdefault(str(text), key / 1000)
    assert least.smallest(size) == [(key, text) for text, key in list(best.items())[:size]]


def test_lengths_keep_their_shares_of_the_lines() -> None:
    queries = [f"a {i}" for i in range(600)] + [f"a b {i}" for i in range(300)] + [f"a b c {i}" for i in range(100)]
    drawn = draw_queries(queries, 50, seed=3)
    assert Counter(len(query.split()) for query in drawn.queries) == {2: 30, 3: 15, 4: 5}
    assert len(set(drawn.queries)) == 50


def test_a_stratum_with_too_few_queries_is_reported_and_not_filled() -> None:
    drawn = draw_queries(["new york map"] * 90 + [f"other thing here number {i}" for i in range(10)], 10, seed=1)
    assert drawn.short == (Stratum(length=3, lines=90, wanted=9, drawn=1),)
    assert len(drawn.queries) == 2


def test_frequent_queries_are_likelier() -> None:
    queries = ["often asked query"] * 50 + [f"rare query {i}" for i in range(50)]
    hits = sum("often asked query" in draw_queries(queries, 5, seed=seed).queries for seed in range(200))
    # It is left out only when five others come before it, about 1 in 32 times; a draw of distinct queries takes it 1 in 10 times.
    assert 180 <= hits <= 200


def test_same_seed_same_queries() -> None:
    queries = [f"query number {i}" for i in range(1000)]
    assert draw_queries(queries, 20, seed=7) == draw_queries(queries, 20, seed=7)
    assert draw_queries(queries, 20, seed=7) != draw_queries(queries, 20, seed=8)


def test_nothing_to_draw_from_and_nothing_to_draw() -> None:
    assert draw_queries([], 5, seed=1).queries == ()
    with pytest.raises(InputError, match="one or more"):
        draw_queries(["a b c"], 0, seed=1)


def test_distinct_queries_are_as_likely_as_each_other() -> None:
    log = ["often asked"] * 99 + ["seldom asked"]
    drawn = [draw_queries(log, 1, seed=seed, by_line=False).queries[0] for seed in range(400)]
    assert 150 < drawn.count("often asked") < 250
    assert draw_queries([*log, "Often  Asked"], 5, seed=1, by_line=False).strata == (Stratum(2, 2, 5, 2),)
