"""Phrases against the crowd, by hand."""

from __future__ import annotations

import pytest

from caesura.corpus import Corpus
from caesura.evaluation.phrases import phrase_figures
from caesura.shapes import Flat
from tests.evaluation.corpora import entry

CORPUS = Corpus(
    "made",
    (
        entry("1", {"new york|times square|dance": 6, "new york|times|square dance": 4}),
        entry("2", {"cheap|flights": 7, "cheap flights": 3}),
        entry("3", {"word": 10}),
    ),
)


def test_by_hand() -> None:
    # Right: new york. Wrong: square dance (4 of 10 made it) and cheap flights (3 of 10). Missed: times square.
    found = phrase_figures(CORPUS, {"1": Flat((0, 1, 1, 0)), "2": Flat((0,)), "3": Flat(())})
    assert found.as_row() == {
        "queries": 2,
        "phrased": 2,
        "coverage": 1.0,
        "phrases": 3,
        "precision": pytest.approx(1 / 3),
        "recall": 0.5,
        "support": pytest.approx((1 + 0.4 + 0.3) / 3),
        "all_right": 0.0,
    }


def test_where_nothing_is_phrased_nothing_can_be_said_about_phrases() -> None:
    found = phrase_figures(CORPUS, {"1": Flat.apart(5), "2": Flat.apart(2), "3": Flat(())}).as_row()
    assert [found[key] for key in ("coverage", "precision", "recall", "support", "all_right")] == [0, None, 0, None, None]
    lonely = Corpus("made", (entry("1", {"a|b": 3}),))
    assert phrase_figures(lonely, {"1": Flat((1,))}).recall is None
