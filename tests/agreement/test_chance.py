from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.agreement import EXACT_WORDS, AnnotatedQuery, Chance, Distance, Kind, chance_agreement, expected_height
from caesura.agreement.beyond_chance import s_by_chance
from caesura.agreement.counted_trees import LONGEST, SHORTEST, counted_distances
from caesura.agreement.exact import chance_agreement_exactly
from caesura.agreement.tree_chance import tree_distances, tree_heights
from caesura.agreement.tree_language import tree_language
from caesura.shapes import all_flat, all_nested, boundaries, count_nested
from tests.agreement.corpora import item_lists
from tests.agreement.test_alpha import FLAT, NESTED


def listed(kind: Kind, words: int, power: int) -> tuple[int, ...]:
    """All pairs, one by one."""
    every = [boundaries(shape) for shape in (all_flat(words) if kind is Kind.FLAT else all_nested(words))]
    counts = Counter(sum(abs(a**power - b**power) for a, b in zip(one, other, strict=True)) for one, other in product(every, every))
    return tuple(counts[apart] for apart in range(max(counts) + 1))


@pytest.mark.parametrize("words", range(2, 7))
@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("distance", Distance)
def test_pairs_are_counted_as_if_listed(kind: Kind, words: int, distance: Distance) -> None:
    assert Chance(kind, distance).counts(words - 1) == listed(kind, words, distance.power)


@pytest.mark.parametrize("words", range(2, 12))
def test_the_language_has_each_tree_once(words: int) -> None:
    ways = [1]
    for level in tree_language(words - 1):
        after = [0] * len(level.heights)
        for source, target in zip(level.sources, level.targets, strict=True):
            after[target] += ways[source]
        ways = after
    assert sum(ways) == count_nested(words)


@pytest.mark.parametrize("power", [1, 2])
def test_ten_words(power: int) -> None:
    """The furthest trees are the two combs; the mean distance follows from the heights at each boundary alone."""
    counts = tree_distances(9, power)
    assert sum(counts) == count_nested(10) ** 2
    assert counts[0] == count_nested(10)
    assert len(counts) - 1 == sum(abs(place**power - (8 - place) ** power) for place in range(9))
    heights = [Counter(tree.heights[place] for tree in all_nested(10)) for place in range(9)]
    mean = sum(number * others * abs(a**power - b**power) for at in heights for a, number in at.items() for b, others in at.items())
    assert sum(apart * pairs for apart, pairs in enumerate(counts)) == mean


@pytest.mark.long
def test_twelve_words() -> None:
    for power in (1, 2):
        counts = tree_distances(11, power)
        assert sum(counts) == count_nested(12) ** 2
        assert counts[0] == count_nested(12)


@pytest.mark.parametrize(
    ("item", "kind", "distance", "printed", "proper"),
    [
        (FLAT, Kind.FLAT, Distance.D1, "139/160", "41/48"),
        (NESTED, Kind.NESTED, Distance.D1, "34123/44100", "29713/39690"),
        (NESTED, Kind.NESTED, Distance.D2, "5293/6300", "4663/5670"),
    ],
)
def test_worked_examples(item: AnnotatedQuery, kind: Kind, distance: Distance, printed: str, proper: str) -> None:
    chance = Chance(kind, distance)
    found = chance_agreement([item], chance)
    assert found is not None
    assert (found.printed, found.proper) == (Fraction(printed), Fraction(proper))
    assert chance_agreement_exactly([item], distance, chance.tail) == (Fraction(printed), Fraction(proper))


@given(st.data(), st.sampled_from(Kind), st.sampled_from(Distance))
def test_the_fast_path_equals_the_exact_one(data: st.DataObject, kind: Kind, distance: Distance) -> None:
    items = data.draw(item_lists(kind))
    chance = Chance(kind, distance)
    found = chance_agreement(items, chance)
    exactly = chance_agreement_exactly(items, distance, chance.tail)
    assert (found is None) == (exactly is None)
    if found is not None and exactly is not None:
        assert (found.printed, found.proper) == exactly
        assert abs(found.printed_by_query.mean() - exactly[0]) < 1e-12
        assert abs(found.proper_by_query.mean() - exactly[1]) < 1e-12


def test_what_annotators_who_draw_would_reach() -> None:
    """Two words: half of the pairs are alike (probability 1), half apart (1/2). Four words, nested: as if listed."""
    assert s_by_chance([AnnotatedQuery("q", (((0,), 2),))], Chance(Kind.FLAT)) == Fraction(3, 4)
    tails = Chance(Kind.NESTED).tails(3)
    every = [tree.heights for tree in all_nested(4)]
    expected = sum(tails[sum(abs(a - b) for a, b in zip(x, y, strict=True))] for x, y in product(every, every)) / len(every) ** 2
    assert (
        s_by_chance([AnnotatedQuery("q", (((0, 1, 0), 2),)), AnnotatedQuery("single", (((0,), 1),))], Chance(Kind.NESTED))
        == expected
    )


@pytest.mark.parametrize(
    ("words", "height"), [(3, 1.0), (4, 1.8), (5, 2.5714), (6, 3.2381), (7, 3.8788), (8, 4.4709), (9, 5.0308), (10, 5.5627)]
)
def test_heights(words: int, height: float) -> None:
    assert abs(float(expected_height(words)) - height) < 5e-5
    assert sum(tree_heights(words).values()) == count_nested(words)


def test_long_trees_are_estimated_with_a_stated_error() -> None:
    chance = Chance(Kind.NESTED, draws=1000)
    counts = chance.counts(EXACT_WORDS)
    assert sum(counts) == 1000
    assert counts == Chance(Kind.NESTED, draws=1000).counts(EXACT_WORDS)
    assert not chance.is_exact(EXACT_WORDS)
    assert chance.error(EXACT_WORDS) == pytest.approx(0.031, abs=0.001)
    assert chance.error(EXACT_WORDS - 1) == Chance(Kind.FLAT).error(50) == 0


@pytest.mark.parametrize("power", [1, 2])
def test_the_counts_in_the_package_are_whole(power: int) -> None:
    for words in range(SHORTEST, LONGEST + 1):
        assert sum(counted_distances(words - 1, power)) == count_nested(words) ** 2
    # As many at distance 0 as there are trees.
    assert counted_distances(SHORTEST - 1, power)[0] == count_nested(SHORTEST)


def test_the_counts_in_the_package_are_those_of_the_polynomial() -> None:
    assert counted_distances(SHORTEST - 1, 1) == tree_distances(SHORTEST - 1, 1)


def test_an_estimate_comes_near(monkeypatch: pytest.MonkeyPatch) -> None:
    exactly = Chance(Kind.NESTED).tails(6)
    monkeypatch.setattr("caesura.agreement.chance.EXACT_WORDS", 5)
    drawn = Chance(Kind.NESTED, draws=4000).tails(6)
    assert max(abs(one - other) for one, other in zip(exactly, drawn, strict=False)) < 0.04
