"""Two methods side by side."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.corpus import Corpus
from caesura.evaluation import MEASURES, Evaluation, Test, compare, evaluate, measure, parse_subset, won_and_lost
from caesura.foundation import InputError
from caesura.shapes import Flat, all_flat
from tests.evaluation.corpora import entry

# The second method is right on all forty queries, the first on every other one.
CORPUS = Corpus("forty", tuple(entry(str(n), {"new york|times": 8, "new|york|times": 2}) for n in range(40)))
RIGHT, WRONG = Flat((0, 1)), Flat((1, 0))


def forty(*names: str) -> Evaluation:
    first = {str(n): RIGHT if n % 2 else WRONG for n in range(40)}
    second = {str(n): RIGHT for n in range(40)}
    return evaluate(CORPUS, {"first": first, "second": second}, measures=[measure(name) for name in names] or None)


def test_one_row_per_measure_and_level() -> None:
    rows = compare(forty(), trials=500)
    assert len(rows) == 6 * 5 + 1
    assert [row["level"] for row in rows if row["measure"] == "corpus"] == [
        "query",
        "segment_precision",
        "segment_recall",
        "segment_f",
        "break",
    ]
    assert {row["measure"] for row in rows} == set(MEASURES)


def test_a_clear_difference_holds() -> None:
    row = compare(forty("corpus"))[0]
    assert (row["a"], row["b"], row["difference"], row["won"], row["lost"]) == (0.5, 1.0, 0.5, 20, 0)
    assert row["p_t"] < 0.001
    assert row["p_randomisation"] < 0.001
    assert row["interval"][0] > 0.3
    assert row["holds"] is True


def test_segment_f_is_tested_on_the_queries_own_f() -> None:
    evaluation = forty("corpus", "category-normalized")
    rows = [row for row in compare(evaluation, trials=500) if row["level"] == "segment_f"]
    assert [(row["won"], row["lost"]) for row in rows] == [(20, 0), (20, 0)]
    assert all(row["p_t"] < 0.001 and row["p_randomisation"] < 0.01 and row["p_bootstrap"] < 0.05 for row in rows)
    # new|york times against new york|times shares no segment: 0 in every other query, else 1.
    assert list(evaluation.of("first", "corpus").values("segment_f")) == [0.0, 1.0] * 20


@given(st.lists(st.sampled_from(list(all_flat(4))), min_size=1, max_size=8), st.sampled_from(list(MEASURES)))
def test_the_f_of_a_query_is_the_harmonic_mean_of_its_precision_and_recall(flats: list[Flat], name: str) -> None:
    votes = {"a b|c d": 5, "a|b|c|d": 3, "a b c|d": 2}
    corpus = Corpus("some", tuple(entry(str(n), votes) for n in range(len(flats))))
    chosen = measure(name)
    if "segment_recall" not in chosen.levels:
        return
    found = evaluate(corpus, {"m": {str(n): flat for n, flat in enumerate(flats)}}, measures=[chosen]).of("m", name)
    pairs = zip(found.values("segment_precision"), found.values("segment_recall"), strict=True)
    expected = [2 * p * r / (p + r) if p + r else 0 for p, r in pairs]
    assert list(found.values("segment_f")) == pytest.approx(expected)


def test_no_difference_does_not_hold() -> None:
    predictions = {str(n): RIGHT for n in range(40)}
    rows = compare(evaluate(CORPUS, {"a": predictions, "b": dict(predictions)}), trials=200)
    assert not any(row["holds"] for row in rows)
    assert all(row["p_holm"] == 1 for row in rows)


def test_the_correction_can_take_a_difference_away() -> None:
    first = {str(n): WRONG if n < 6 else RIGHT for n in range(40)}
    pair = {"first": first, "second": {str(n): RIGHT for n in range(40)}}
    alone = compare(evaluate(CORPUS, pair, measures=[measure("newbreak")]))[0]
    many = compare(evaluate(CORPUS, pair))
    assert alone["holds"] is True
    assert next(row for row in many if row["measure"] == "newbreak")["holds"] is False


def test_the_test_that_decides_can_be_chosen() -> None:
    by_t = compare(forty("newbreak"), test=Test.T)[0]
    assert by_t["p_holm"] == by_t["p_t"]
    assert "test:t-holm-0.05" in by_t["signature"]


def test_won_and_lost_with_votes() -> None:
    listed = won_and_lost(forty("newbreak"), "newbreak", "value")
    assert len(listed) == 20
    assert dict(listed[0]) == {
        "id": "0",
        "difference": pytest.approx(1 - 2 / 18),
        "a": "new|york times",
        "b": "new york|times",
        "votes": "8 new york|times; 2 new|york|times",
    }
    with pytest.raises(InputError, match="no level of the measure newbreak with a value for each query is called 'segment_f'"):
        won_and_lost(forty("newbreak"), "newbreak", "segment_f")


def test_subset_and_number_of_methods() -> None:
    assert compare(forty("newbreak"), subset=parse_subset("length=3"), trials=100)[0]["queries"] == 40
    with pytest.raises(InputError, match="1 methods cannot be compared"):
        compare(evaluate(CORPUS, {"one": {str(n): RIGHT for n in range(40)}}))
