"""Scores of forests: worked examples, pooling, subsets."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

from caesura.foundation import InputError
from caesura.shapes import Forest
from caesura.syntax import pool, score, scores_by_subset
from caesura.syntax.scores.subsets import SUBSETS, subsets_of
from tests.strategies import forests

GOLD = Forest((2, 0, 5, 5, 0), ("NOUN", "NOUN", "ADV", "PART", "VERB"), ("compound", "root", "advmod", "mark", "root"))
ONE_TREE = Forest((2, 0, 5, 5, 2), ("NOUN", "NOUN", "ADV", "PART", "NOUN"), ("amod", "root", "advmod", "mark", "acl"))


def test_a_worked_example() -> None:
    found = score(GOLD, ONE_TREE)
    assert found.uas == Fraction(4, 5)  # the second root edge is missed
    assert found.las == Fraction(3, 5)
    assert found.tag_accuracy == Fraction(4, 5)
    assert {found.segment_precision, found.segment_recall, found.segment_f1} == {Fraction(0)}


def test_one_segment_of_two() -> None:
    found = score(GOLD, Forest((2, 0, 0, 5, 0), GOLD.tags))
    assert found.segment_precision == Fraction(1, 3)
    assert found.segment_recall == Fraction(1, 2)
    assert found.segment_f1 == Fraction(2, 5)
    assert found.las == Fraction(0, 5)


@given(forests(), forests())
def test_pooling_adds_counts_not_scores(one: Forest, other: Forest) -> None:
    both = pool([score(one, one), score(other, other)])
    assert {both.uas, both.segment_f1, both.tag_accuracy} == {Fraction(1)}
    assert both.words == one.size + other.size
    assert (both.las is None) == (not one.labels and not other.labels)


def test_a_long_query_weighs_more() -> None:
    right, wrong = score(GOLD, GOLD), score(Forest((0,), ("X",)), Forest((0,), ("Y",)))
    assert pool([right, wrong]).tag_accuracy == Fraction(5, 6)


def test_without_gold_relations_there_is_no_las() -> None:
    bare = Forest(GOLD.heads, GOLD.tags)
    assert score(bare, GOLD).las is None
    assert pool([]).uas == 1


def test_different_words_are_an_error() -> None:
    with pytest.raises(InputError, match="5 words were parsed, the query has 1"):
        score(Forest((0,), ("X",)), GOLD)


def test_subsets() -> None:
    assert subsets_of(GOLD, GOLD.tags, 0.8) == ("all", "content-words", "low-confidence", "multi-segment")
    assert subsets_of(Forest((0, 1), ("ADP", "DET")), ("ADP", "DET"), 0.81) == ("all", "single-segment")
    assert "low-confidence" not in subsets_of(GOLD, GOLD.tags, None)


def test_a_table_by_subset() -> None:
    single = Forest((0, 1), ("VERB", "NOUN"))
    rows = scores_by_subset([GOLD, single], [ONE_TREE, single], [GOLD.tags, single.tags], [0.5, 0.9])
    table = {row["subset"]: row for row in rows}
    assert list(table) == list(SUBSETS)
    assert table["all"]["uas"] == Fraction(6, 7)
    assert (table["low-confidence"]["queries"], table["low-confidence"]["uas"]) == (1, Fraction(4, 5))
    assert table["single-segment"]["segment_f1"] == 1
    empty = scores_by_subset([single], [single], [single.tags], [None])
    assert {row["subset"]: row["uas"] for row in empty}["multi-segment"] is None
    with pytest.raises(InputError, match="1 forests"):
        scores_by_subset([GOLD, single], [single], [single.tags], [None])
