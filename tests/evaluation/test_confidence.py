"""What a minimum confidence is worth: rows by hand, and the page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from caesura.corpus import Corpus, Entry
from caesura.evaluation import confidence_rows, method_row, write_confidence_page
from caesura.foundation import InputError
from caesura.shapes import Flat, Span
from tests.evaluation.corpora import entry

CORPUS = Corpus(
    "made",
    (
        entry("1", {"new york|times square|dance": 6, "new york|times|square dance": 4}),
        entry("2", {"cheap|flights": 7, "cheap flights": 3}),
        entry("3", {"word": 10}),
    ),
)
CHANCES: dict[str, dict[Span, float]] = {"1": {(0, 2): 0.9, (2, 4): 0.6}, "2": {(0, 2): 0.4}, "3": {}}


def choose(of: Entry, threshold: float) -> Mapping[Span, float]:
    return {span: chance for span, chance in CHANCES[of.query.id].items() if chance >= threshold}


def test_rows_by_hand() -> None:
    rows = confidence_rows(CORPUS, "mine", choose, (0.5, 0.0, 0.95), facts={"model": "folds-10-seed-1"})
    assert [row["threshold"] for row in rows] == [0.0, 0.5, 0.95]
    assert [row["phrases"] for row in rows] == [3, 2, 0]
    assert [row["coverage"] for row in rows] == [1.0, 0.5, 0.0]
    assert [row["precision"] for row in rows] == [pytest.approx(2 / 3), 1.0, None]
    assert [row["confidence"] for row in rows] == [pytest.approx(1.9 / 3), pytest.approx(0.75), None]
    assert rows[1]["support"] == pytest.approx(0.8)
    assert "|method:mine|model:folds-10-seed-1|reference:corpus|average:micro|" in rows[0]["signature"]


def test_a_method_without_probabilities_is_one_point() -> None:
    row = method_row(CORPUS, "titles", {"1": Flat((0, 1, 1, 1)), "2": Flat((1,)), "3": Flat(())})
    assert (row["threshold"], row["precision"], row["recall"], row["coverage"]) == (None, 1.0, 0.5, 0.5)


def test_the_page_holds_all_figures(tmp_path: Path) -> None:
    rows = [
        *confidence_rows(CORPUS, "mine", choose),
        method_row(CORPUS, "ti<tles", {e.query.id: Flat.apart(len(e.query.words)) for e in CORPUS}),
    ]
    write_confidence_page("made", rows, tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text()
    assert text.count("<svg") == 2
    assert "ti<tles" not in text
    assert "ti&lt;tles" in text
    assert "http://" not in text.replace("http://www.w3.org", "")


def test_nothing_to_phrase_is_told() -> None:
    with pytest.raises(InputError, match="no query of two words"):
        confidence_rows(Corpus("made", (entry("3", {"word": 10}),)), "mine", choose)
