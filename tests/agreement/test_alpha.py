from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.agreement import AnnotatedQuery, Distance, Kind, alpha, alpha_exactly, alpha_of_values, metric, pairable
from caesura.agreement.exact import between_exactly
from caesura.agreement.krippendorff import alpha_same_length, between
from caesura.shapes import sequence_distance
from tests.agreement.corpora import item_lists, items

#: Ramanath et al. 2013, tables 1 and 2; the four-word queries are made up.
FLAT = AnnotatedQuery("flat", (((1, 0, 0, 1, 0), 4), ((0, 0, 0, 1, 0), 3), ((0, 0, 1, 0, 0), 2), ((1, 0, 1, 1, 0), 1)))
NESTED = AnnotatedQuery(
    "nested", (((0, 2, 0, 1, 0), 4), ((1, 0, 2, 3, 0), 2), ((2, 0, 1, 3, 0), 2), ((3, 0, 1, 2, 0), 1), ((1, 0, 2, 1, 0), 1))
)
FLAT_4 = AnnotatedQuery("flat 4", (((0, 1, 0), 5), ((1, 1, 0), 3), ((0, 0, 1), 2)))
NESTED_4 = AnnotatedQuery("nested 4", (((0, 1, 0), 6), ((2, 1, 0), 3), ((1, 0, 2), 1)))

kinds = st.sampled_from(Kind)
distances = st.sampled_from(Distance)


@pytest.mark.parametrize(
    ("items", "distance", "expected"),
    [
        ((FLAT, FLAT_4), Distance.D1, "1820/10389"),
        ((FLAT, FLAT_4), Distance.D2, "1820/10389"),
        ((NESTED, NESTED_4), Distance.D1, "555/3557"),
        ((NESTED, NESTED_4), Distance.D2, "221/1608"),
    ],
)
def test_worked_examples(items: tuple[AnnotatedQuery, ...], distance: Distance, expected: str) -> None:
    assert alpha(items, distance) == alpha_exactly(items, metric(distance)) == Fraction(expected)


def as_printed(items: tuple[AnnotatedQuery, ...], distance: Distance) -> Fraction | None:
    """Formulas (1)-(3) with every annotation by itself; all queries must have the same number."""
    queries = [[pattern for pattern, count in item.patterns for _ in range(count)] for item in items]
    c, q = len(queries[0]), len(queries)
    within = sum((sequence_distance(m, n, distance.power) for query in queries for m, n in product(query, query)), Fraction(0))
    everything = [pattern for query in queries for pattern in query]
    total = sum((sequence_distance(m, n, distance.power) for m, n in product(everything, everything)), Fraction(0))
    if not total:
        return None
    return 1 - (within / (2 * q * c * (c - 1))) / (total / (2 * q * c * (q * c - 1)))


@given(st.data(), kinds, distances)
def test_equals_the_printed_formula(data: st.DataObject, kind: Kind, distance: Distance) -> None:
    annotators = data.draw(st.integers(2, 4))
    chosen = []
    for number in range(data.draw(st.integers(2, 4))):
        item = data.draw(items(number, kind, longest=5))
        spread = [pattern for pattern, _ in item.patterns] * annotators
        counts: dict[tuple[int, ...], int] = {}
        for pattern in spread[:annotators]:
            counts[pattern] = counts.get(pattern, 0) + 1
        chosen.append(AnnotatedQuery(item.id, tuple(counts.items())))
    assert alpha(chosen, distance) == alpha_exactly(chosen, metric(distance)) == as_printed(tuple(chosen), distance)


@given(st.data(), kinds, distances)
def test_the_fast_path_equals_the_exact_one(data: st.DataObject, kind: Kind, distance: Distance) -> None:
    chosen = data.draw(item_lists(kind))
    assert alpha(chosen, distance) == alpha_exactly(chosen, metric(distance))


@given(st.data(), kinds, distances)
def test_between_groups_the_fast_path_equals_the_exact_one(data: st.DataObject, kind: Kind, distance: Distance) -> None:
    first = data.draw(item_lists(kind))
    second = []
    for item in first[data.draw(st.integers(0, 1)) :]:
        same_length = data.draw(items(0, kind, item.boundaries + 1, item.boundaries + 1))
        second.append(AnnotatedQuery(item.id, same_length.patterns))
    second.append(AnnotatedQuery("only here", FLAT.patterns if kind is Kind.FLAT else NESTED.patterns))
    assert between(first, second, distance) == between_exactly(first, second, metric(distance))


def test_between_identical_groups_of_one_is_perfect() -> None:
    one = [AnnotatedQuery("a", (((0, 1), 1),)), AnnotatedQuery("b", (((1, 0), 1),))]
    assert between(one, one) == 1


def test_any_metric_will_do() -> None:
    chosen = (FLAT, FLAT_4)
    labels = [[pattern for pattern, count in item.patterns for _ in range(count)] for item in chosen]
    assert alpha_exactly(chosen, lambda one, other: int(one != other)) == alpha_of_values(labels)


def test_single_annotations_leave_both_terms() -> None:
    assert alpha((FLAT, FLAT_4, AnnotatedQuery("alone", (((1, 1, 1, 1), 1),)))) == alpha((FLAT, FLAT_4))
    assert pairable((FLAT, AnnotatedQuery("alone", (((1,), 1),)))) == (FLAT,)


def test_no_difference_no_value() -> None:
    assert alpha([AnnotatedQuery("a", (((0, 1), 3),)), AnnotatedQuery("b", (((0, 1), 3),))]) is None
    assert alpha([]) is None


def test_one_query_no_value() -> None:
    assert alpha([FLAT]) is None
    assert alpha_exactly([FLAT], metric(Distance.D1)) is None
    assert alpha([FLAT, AnnotatedQuery("alone", (((1, 1, 1, 1), 1),))]) is None
    assert alpha_of_values([["a", "b", "a"]]) is None


def test_a_habit_of_length_is_seen_through() -> None:
    """Half cut one word early, half one late, whatever the query: nothing is said about the queries."""
    habit = [
        AnnotatedQuery(f"{size} {number}", ((middle(size, -1), 5), (middle(size, 1), 5)))
        for size in (5, 8, 11)
        for number in range(20)
    ]
    whole, within = alpha(habit), alpha_same_length(habit)
    assert whole is not None
    assert within is not None
    assert whole > 0.1
    assert within < 0.02


def middle(boundaries: int, off: int) -> tuple[int, ...]:
    return tuple(int(place == boundaries // 2 + off) for place in range(boundaries))
