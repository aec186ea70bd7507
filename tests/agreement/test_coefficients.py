"""Kappas, percentages, boundary similarity, most popular options, labels of any kind."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from hypothesis import given

from caesura.agreement import (
    AnnotatedQuery,
    Kind,
    alpha_of_values,
    boundary_similarity,
    cohen_kappa,
    interval,
    mean_boundary_similarity,
    mean_popularity,
    popular_options,
)
from caesura.agreement.kappa import break_kappa, fleiss_kappa
from caesura.agreement.percentage import same_break, same_segmentation
from tests.agreement.corpora import item_lists
from tests.agreement.test_alpha import FLAT, FLAT_4


def single(item: AnnotatedQuery) -> list[tuple[int, ...]]:
    return [pattern for pattern, count in item.patterns for _ in range(count)]


def test_fleiss_kappa_of_a_textbook_table() -> None:
    """Ten subjects, fourteen raters, five categories; published as .210."""
    table = [
        (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
        (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
    ]  # fmt: skip
    kappa = fleiss_kappa(table)
    assert kappa is not None
    assert round(float(kappa), 3) == 0.210


@given(item_lists(Kind.FLAT))
def test_break_kappa_is_fleiss_over_all_breaks(items: tuple[AnnotatedQuery, ...]) -> None:
    counts = []
    for item in items:
        if item.total > 1:
            for place in range(item.boundaries):
                broken = sum(pattern[place] for pattern in single(item))
                counts.append((broken, item.total - broken))
    assert break_kappa(items) == fleiss_kappa(counts)


def test_kappa_has_no_value_where_one_label_is_all_there_is() -> None:
    assert fleiss_kappa([(3, 0), (3, 0)]) is None
    assert fleiss_kappa([(1, 0)]) is None
    assert cohen_kappa([1, 1], [1, 1]) is None
    assert cohen_kappa([], []) is None
    assert cohen_kappa([1, 0, 1, 0], [0, 1, 0, 1]) == -1


@given(item_lists(Kind.FLAT))
def test_percentages_are_over_pairs(items: tuple[AnnotatedQuery, ...]) -> None:
    segmentations, breaks = [], []
    for item in items:
        pairs = list(combinations(single(item), 2))
        if pairs:
            segmentations.append(Fraction(sum(one == other for one, other in pairs), len(pairs)))
            for place in range(item.boundaries):
                breaks.append(Fraction(sum(one[place] == other[place] for one, other in pairs), len(pairs)))
    if segmentations:
        assert same_segmentation(items) == sum(segmentations, Fraction(0)) / len(segmentations)
        assert same_break(items) == sum(breaks, Fraction(0)) / len(breaks)
    else:
        assert same_segmentation(items) is same_break(items) is None


def test_boundary_similarity() -> None:
    assert boundary_similarity((0, 0, 0), (0, 0, 0)) == 1
    assert boundary_similarity((0, 1, 0), (0, 1, 0)) == 1
    assert boundary_similarity((1, 0, 0), (0, 0, 0)) == 0
    assert boundary_similarity((1, 0, 0), (0, 1, 0)) == Fraction(1, 2)
    assert boundary_similarity((1, 0, 0), (0, 0, 1)) == 0
    assert boundary_similarity((1, 0, 0), (0, 0, 1), span=3) == Fraction(1, 3)


@given(item_lists(Kind.FLAT))
def test_mean_boundary_similarity_is_over_pairs(items: tuple[AnnotatedQuery, ...]) -> None:
    means = []
    for item in items:
        values = [boundary_similarity(one, other) for one, other in combinations(single(item), 2)]
        if values:
            means.append(sum(values, Fraction(0)) / len(values))
    assert mean_boundary_similarity(items) == (sum(means, Fraction(0)) / len(means) if means else None)


def test_labels_with_gaps() -> None:
    """Labels of two annotators, with one gap: hand-computed."""
    units = [("a", "a"), ("a", "b"), ("b", "b"), ("b", None)]
    # Six pairable labels, three of each: D_o = 2 / 6, D_e = 18 / 30.
    assert alpha_of_values(units) == 1 - Fraction(2, 6) / Fraction(18, 30)
    assert alpha_of_values([("a", "a"), (None, "b")]) is None
    assert alpha_of_values([(1, 2), (3, 3)], interval) == 1 - Fraction(2, 4) / (Fraction(2 * (1 + 2 * 4 + 2 * 1), 12))


def test_most_popular_options() -> None:
    items = (FLAT, FLAT_4, AnnotatedQuery("apart", (((1, 1, 1), 2), ((0, 1, 1), 2))))
    long, short = popular_options(items)
    assert (long.words, long.queries, long.alone, long.phrases, long.agreement) == (6, 1, 0, 1, Fraction(4, 10))
    assert (short.words, short.queries, short.alone, short.phrases, short.agreement) == (4, 2, 1, 1, Fraction(1, 2))
    overall, mean_of_rows = mean_popularity(items)
    assert overall.agreement == (Fraction(4, 10) + 1) / 3
    assert mean_of_rows == (Fraction(4, 10) + Fraction(1, 2)) / 2
