"""The pieces of the assembly that are not models: n-gram columns, collocations, forms, estimates, trimming."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recipes.sources.collocations import PAIR_BOND, collocations
from recipes.sources.entities import RAREST_WORD, entities
from recipes.sources.estimates import estimated
from recipes.sources.forms import typed_forms
from recipes.sources.ngrams import Counted, collected, ids_of, key_of, larger, numbered, summed, words_of
from recipes.sources.running_text import is_running_text
from recipes.sources.trimming import trimmed_triples

_place = st.integers(0, 2**21 - 1)


@given(st.lists(st.tuples(_place, _place, _place)))
def test_keys_give_their_words_back_and_sort_as_they_do(rows: list[tuple[int, ...]]) -> None:
    keys = key_of(ids_of(rows, 3))
    assert words_of(keys, 3).tolist() == [list(row) for row in rows]
    assert [rows[place] for place in np.argsort(keys, kind="stable")] == sorted(rows)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 100))), st.lists(st.tuples(st.integers(0, 5), st.integers(1, 100))))
def test_sums_and_maxima_equal_a_dict(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> None:
    def plain(pairs: list[tuple[int, int]]) -> dict[int, float]:
        counts: dict[int, float] = {}
        for key, count in pairs:
            counts[key] = counts.get(key, 0) + count
        return counts

    def columns(pairs: list[tuple[int, int]]) -> Counted:
        return summed(np.array([key for key, _ in pairs], np.int64), np.array([count for _, count in pairs], np.float64))

    joined = larger(columns(one), columns(other))
    expected = {key: max(plain(one).get(key, 0), plain(other).get(key, 0)) for key in {*plain(one), *plain(other)}}
    assert dict(zip(joined.keys.tolist(), joined.counts.tolist(), strict=True)) == expected


def _counts(counts: dict[str, float]) -> tuple[dict[int, Counted], dict[str, int]]:
    number = numbered(word for ngram in counts for word in ngram.split())
    return collected({tuple(ngram.split()): count for ngram, count in counts.items()}, number), number


def test_collocations_are_bound_beyond_chance_and_hold_no_function_words_at_their_edges() -> None:
    total = 1_000_000
    chance = 1000 * 1000 / total
    counts, number = _counts(
        {
            **dict.fromkeys(["stainless", "steel", "red", "car", "of", "the", "war", "two"], 1000.0),
            "stainless steel": chance * math.exp(PAIR_BOND) * 1.01,
            "red car": chance * math.exp(PAIR_BOND) * 0.99,
            "of the": 900.0,
            "war of two": 500.0,
            "of the war": 500.0,
            "war of": 20.0,
        }
    )
    words = list(number)
    found = collocations(counts, number, total)
    assert [[words[place] for place in row] for row in words_of(found[2], 2).tolist()] == [["stainless", "steel"]]
    assert [[words[place] for place in row] for row in words_of(found[3], 3).tolist()] == [["war", "of", "two"]]


def _entities(names: list[str], counts: dict[str, float]) -> list[str]:
    columns, number = _counts(counts)
    words = list(number)
    return [
        " ".join(words[place] for place in row)
        for size, keys in entities(names, columns, number).items()
        for row in words_of(keys, size)
    ]


def test_entities_need_known_words_and_no_function_word_at_an_edge() -> None:
    counts = dict.fromkeys(["for", "sale", "golden", "gate", "how"], float(RAREST_WORD)) | {"xylofon": RAREST_WORD - 1.0}
    names = ["for_sale", "golden_gate", "golden_gate", "golden_xylofon", "golden_unheard", "how_golden", "gate_for"]
    assert _entities(names, counts) == ["golden gate"]


def test_entities_of_three_words_need_a_counted_pair() -> None:
    counts = dict.fromkeys(["golden", "gate", "of", "bridge", "hill"], float(RAREST_WORD)) | {"golden gate": 5.0, "of hill": 3.0}
    names = ["golden_gate_bridge", "bridge_of_hill", "bridge_golden_hill", "golden_gate_of"]
    assert _entities(names, counts) == ["bridge of hill", "golden gate bridge"]


def test_entities_as_people_type_them() -> None:
    counts = dict.fromkeys(["golden", "gate", "gates", "ma", "bridge", "golden-gate"], float(RAREST_WORD)) | {"golden gate": 5.0}
    names = ["golden_gate,", "golden_gate's", "golden-gate_bridge", "'ma'_gate!", "_", "-_-"]
    assert _entities(names, counts) == ["golden gate", "golden gates", "golden-gate bridge", "ma gate", "golden gate bridge"]


@pytest.mark.parametrize(
    ("title", "forms"),
    [
        ("São Paulo", ["são paulo", "sao paulo"]),
        ("Ocean's Eleven", ["ocean's eleven", "oceans eleven"]),
        ("St. Louis", ["st louis"]),
        ("Washington, D.C.", ["washington d.c"]),
        ('Who Framed "Roger Rabbit"?', ["who framed roger rabbit"]),
        ("The Dark Knight", ["the dark knight", "dark knight"]),
        ("Spider-Man", ["spider man"]),
        ("Paris", []),
        ("The Office", ["the office"]),
    ],
)
def test_titles_as_people_type_them(title: str, forms: list[str]) -> None:
    assert [" ".join(form) for form in typed_forms(title)] == forms


@pytest.mark.parametrize(
    ("name", "left_out"),
    [
        ("for sale", True),
        ("history of", True),
        ("to be", True),
        ("what if", True),
        ("under armour", False),
        ("the sale", False),
        ("garage sale", False),
        ("gone for sale", False),
    ],
)
def test_names_that_are_running_text_are_left_out(name: str, left_out: bool) -> None:
    counts = {"sale": 500.0, "history": 100.0, "armour": 99.0, "garage": 5.0}
    assert is_running_text(tuple(name.split()), lambda words: counts.get(" ".join(words), 0.0), 10**6) == left_out


def test_estimates_follow_the_back_off_and_stay_rare() -> None:
    counts = {("war",): 1000.0, ("and",): 5000.0, ("peace",): 400.0, ("war", "and"): 100.0, ("and", "peace"): 50.0}
    found = estimated([("war", "and", "peace")], lambda words: counts.get(words, 0.0), 10**6, 10.0)
    # 1000 * 100/1000 * 0.4 * 50/5000 = 0.4, and never below 1.
    assert found == {("war", "and", "peace"): 1.0}
    counts[("and", "peace")] = 2500.0
    assert estimated([("war", "and", "peace")], lambda words: counts.get(words, 0.0), 10**6, 50.0) == {
        ("war", "and", "peace"): 20.0
    }
    assert estimated([("war", "and", "peace")], lambda words: counts.get(words, 0.0), 10**6, 10.0) == {
        ("war", "and", "peace"): 10.0
    }


def test_titles_too_long_for_the_sources_are_not_held_to_be_rare() -> None:
    counts = {
        ("gone",): 1000.0,
        ("gone", "with"): 800.0,
        ("gone", "with", "the"): 700.0,
        ("with", "the"): 900.0,
        ("with", "the", "wind"): 450.0,
    }
    title = ("gone", "with", "the", "wind")
    # 1000 * 800/1000 * 700/800 * 450/900
    assert estimated([title], lambda words: counts.get(words, 0.0), 10**6, 10.0)[title] == pytest.approx(350.0)


def test_an_unknown_name_makes_its_words_and_pairs_known() -> None:
    found = estimated([("xu", "klakow", "a", "b", "c", "d")], lambda _: 0.0, 10**6, 10.0)
    assert set(found.values()) == {1.0}
    assert ("xu", "klakow") in found
    assert ("xu",) in found
    assert max(map(len, found)) == 2  # six words are more than a count may have


def test_trimming_keeps_the_frequent_and_the_bound() -> None:
    triples = Counted(np.arange(6, dtype=np.int64), np.array([5.0, 1.0, 9.0, 2.0, 2.0, 7.0]))
    assert trimmed_triples(triples, np.array([1]), 2).keys.tolist() == [1, 2, 5]
    assert trimmed_triples(triples, np.array([1]), 0).keys.tolist() == [1]
    assert trimmed_triples(triples, np.array([1]), 6).keys.tolist() == list(range(6))
