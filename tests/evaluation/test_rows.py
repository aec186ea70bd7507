"""Rows, intervals and signatures."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from caesura.corpus import Corpus
from caesura.evaluation import Average, evaluate, evaluation_rows, query_rows
from caesura.evaluation.bootstrap import resampled
from caesura.evaluation.names import short_names
from caesura.evaluation.people import PERSON
from caesura.evaluation.statistics import exact_sum
from caesura.foundation import percentile_interval
from caesura.foundation.signatures import parse_signature
from caesura.shapes import Flat
from tests.evaluation.corpora import entry

ENTRIES = tuple(entry(str(n), {"new york|times": 5 + n % 5, "new|york|times": 5 - n % 5}) for n in range(30))
CORPUS = Corpus("thirty", ENTRIES)
PREDICTIONS = {str(n): Flat((n % 2, 1)) for n in range(30)}


def test_rows_keep_to_the_contract() -> None:
    rows = evaluation_rows(evaluate(CORPUS, {"mine": PREDICTIONS}))
    keys = {"method", "measure", "queries", "query", "segment_precision", "segment_recall", "segment_f", "break", "signature"}
    for row in rows:
        if row["measure"] == "newbreak":
            assert {"method", "measure", "queries", "value", "signature"} <= row.keys()
            assert "query" not in row
        else:
            assert keys <= row.keys()
    assert len(rows) == 7


def test_signatures_say_how_a_figure_came_about() -> None:
    rows = evaluation_rows(evaluate(CORPUS, {"mine": PREDICTIONS}), resamples=50)
    facts = parse_signature(rows[0]["signature"])
    assert facts["data"] == f"thirty#{CORPUS.fingerprint}"
    assert (facts["method"], facts["measure"], facts["reference"]) == ("mine", "bestfit", "closest")
    assert (facts["annotators"], facts["queries"], facts["average"]) == ("10", "30", "macro")
    assert facts["interval"] == "bootstrap-0.95-50-seed-1"
    assert "caesura" in facts
    assert len({row["signature"] for row in rows}) == len(rows)


@pytest.mark.parametrize("average", list(Average))
def test_intervals_hold_the_figure_and_do_not_change(average: Average) -> None:
    evaluation = evaluate(CORPUS, {"mine": PREDICTIONS})
    first, second = (evaluation_rows(evaluation, average=average, people=True) for _ in range(2))
    assert first == second
    for row in first:
        for level, (low, high) in row["intervals"].items():
            assert low - 1e-6 <= row[level] <= high + 1e-6
    assert any(row["method"] == PERSON for row in first)


def test_bootstrap_is_about_as_wide_as_theory() -> None:
    statistics = evaluate(CORPUS, {"mine": PREDICTIONS}).of("mine", "corpus")
    low, high = percentile_interval(resampled(statistics, resamples=4000)["query"])
    error = statistics.values("query").std() / np.sqrt(30)
    assert high - low == pytest.approx(2 * 1.96 * error, rel=0.15)


def test_micro_averages_differ_from_macro() -> None:
    corpus = Corpus("c", (entry("1", {"a b": 1}), entry("2", {"a|b|c|d|e": 1})))
    predictions = {"1": Flat((1,)), "2": Flat((1, 1, 1, 1))}
    statistics = evaluate(corpus, {"x": predictions}).of("x", "corpus")
    assert float(statistics.average(Average.MACRO)["break"]) == 0.5
    assert float(statistics.average(Average.MICRO)["break"]) == 0.8


@pytest.mark.parametrize("largest", [7, 200_003])
def test_sums_are_exact_with_small_and_large_denominators(largest: int) -> None:
    denominators = np.array([1, 3, 3, largest, 2], dtype=np.int64)
    numerators = np.array([1, 1, 0, 5, 1], dtype=np.int64)
    expected = 1 + Fraction(1, 3) + Fraction(5, largest) + Fraction(1, 2)
    assert exact_sum(numerators, denominators) == expected


def test_values_of_each_query() -> None:
    rows = query_rows(evaluate(CORPUS, {"mine": PREDICTIONS}))
    assert len(rows) == 30 * 7
    one = next(row for row in rows if row["id"] == "1" and row["measure"] == "corpus")
    assert (one["prediction"], one["query"], one["break"]) == ("new|york|times", 0.0, 0.5)


def test_short_names_drop_what_all_share() -> None:
    names = ["set-segmentations-pmi", "set-segmentations-wt-baseline", PERSON]
    assert list(short_names(names).values()) == ["pmi", "wt-baseline", "person"]
    assert short_names(["mine"]) == {"mine": "mine"}
    assert short_names(["mine", "mine-too"]) == {"mine": "mine", "mine-too": "mine-too"}
