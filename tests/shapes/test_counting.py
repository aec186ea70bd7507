from __future__ import annotations

import random
import tracemalloc
from collections import Counter
from itertools import islice
from math import comb

import pytest
from scipy.stats import chisquare

from caesura.foundation import InputError
from caesura.shapes import all_flat, all_nested, count_flat, count_nested, random_flat, random_nested
from caesura.shapes.counting import nested_at

TREES = {2: 1, 3: 2, 4: 5, 5: 14, 6: 42, 7: 132, 8: 429, 9: 1430, 10: 4862}
# Ramanath et al. 2013, table 5, to more digits.
EXPECTED_HEIGHT = {3: 1.0, 4: 1.8, 5: 2.5714, 6: 3.2381, 7: 3.8788, 8: 4.4709, 9: 5.0308, 10: 5.5627}


@pytest.mark.parametrize("size", [1, 2, 3, 10, 64])
def test_counts(size: int) -> None:
    assert count_flat(size) == 2 ** (size - 1)
    assert count_nested(size) == comb(2 * (size - 1), size - 1) // size


@pytest.mark.parametrize(("size", "trees"), TREES.items())
def test_listing_gives_each_once(size: int, trees: int) -> None:
    assert count_nested(size) == trees
    listed = list(all_nested(size))
    assert len(set(listed)) == len(listed) == trees
    flats = list(all_flat(size))
    assert len(set(flats)) == len(flats) == 2 ** (size - 1)


@pytest.mark.parametrize(("size", "height"), EXPECTED_HEIGHT.items())
def test_expected_height(size: int, height: float) -> None:
    assert sum(tree.height for tree in all_nested(size)) / count_nested(size) == pytest.approx(height, abs=5e-5)


def test_place_in_the_list() -> None:
    assert [nested_at(6, i) for i in range(42)] == list(all_nested(6))
    with pytest.raises(InputError, match="no tree 42"):
        nested_at(6, 42)


def test_nothing_is_listed_before_it_is_asked_for() -> None:
    tracemalloc.start()
    assert len(list(islice(all_nested(64), 5))) == 5
    assert len(list(islice(all_flat(64), 5))) == 5
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000


@pytest.mark.parametrize("size", [0, 65])
def test_sizes_out_of_range(size: int) -> None:
    with pytest.raises(InputError, match="1 to 64"):
        count_flat(size)
    with pytest.raises(InputError, match="1 to 64"):
        count_nested(size)


def test_draws_are_uniform() -> None:
    rng = random.Random(7)
    trees = Counter(random_nested(6, rng) for _ in range(42 * 200))
    assert len(trees) == 42
    assert chisquare(list(trees.values())).pvalue > 0.001
    flats = Counter(random_flat(5, rng) for _ in range(16 * 200))
    assert len(flats) == 16
    assert chisquare(list(flats.values())).pvalue > 0.001


def test_draws_reach_64_words_and_repeat_with_the_seed() -> None:
    one, two = random.Random(3), random.Random(3)
    assert random_nested(64, one) == random_nested(64, two)
    assert random_nested(64, one).size == 64
    assert random_flat(64, one).size == 64
