"""Two methods side by side."""

from __future__ import annotations

import pytest

from caesura.corpus import Corpus
from caesura.evaluation import MEASURES, Evaluation, Test, compare, evaluate, measure, parse_subset, won_and_lost
from caesura.foundation import InputError
from caesura.shapes import Flat
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


def test_segment_f_has_only_the_bootstrap() -> None:
    row = next(row for row in compare(forty("corpus"), trials=500) if row["level"] == "segment_f")
    assert (row["p_t"], row["p_randomisation"], row["won"]) == (None, None, None)
    assert row["p_bootstrap"] < 0.05


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
