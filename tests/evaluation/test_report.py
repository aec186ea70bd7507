"""The page of an evaluation: what is in it, and that nothing in it can break out."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from caesura.corpus import Corpus, Entry, Query, Vote, Votes
from caesura.evaluation import Evaluation, evaluate, evaluation_rows, measure, parse_subset, write_report
from caesura.evaluation.report import evaluation_page
from caesura.foundation import InputError
from caesura.shapes import Flat
from tests.evaluation.corpora import entry

EVIL = "</script><img src=x onerror=alert(1)>"


def evaluated(*names: str) -> Evaluation:
    evil = Entry(Query("<id>", f"new {EVIL} york"), Votes((Vote(Flat((0, 1, 0, 0)), 10),)))
    corpus = Corpus(EVIL, (evil, entry("2", {"rye bread": 6, "rye|bread": 4}), entry("3", {"a b|c": 9, "a b c": 1})))
    predictions = {"<id>": Flat((0, 0, 0, 0)), "2": Flat((1,)), "3": Flat((0, 1))}
    return evaluate(corpus, {"$mine$": predictions, EVIL: predictions}, measures=[measure(n) for n in names] or None)


def data_of(page: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="page-data">(.*?)</script>', page, re.DOTALL)
    assert found
    loaded: dict[str, object] = json.loads(found[1])
    return loaded


def test_everything_is_there_and_escaped() -> None:
    evaluation = evaluated()
    page = evaluation_page(evaluation, evaluation_rows(evaluation, people=True, resamples=20)).render()
    assert EVIL not in page
    for title in ("Scores", "Votes", "By length", "Queries"):
        assert f"<h2>{title}</h2>" in page
    for text in ("bestfit-normalized", "best possible", "a person", "words in the query", "95 % interval"):
        assert text in page
    data = data_of(page)
    assert data["methods"] == ["$mine$", EVIL]
    queries = data["queries"]
    assert isinstance(queries, list)
    assert queries[1] == ["2", ["rye", "bread"], 0, [["0", 6], ["1", 4]], ["1", "1"], [0.667, 0.667]]


def test_subsets_have_sections_of_their_own() -> None:
    evaluation = evaluated()
    subsets = [parse_subset("all"), parse_subset("length>=3")]
    page = evaluation_page(evaluation, evaluation_rows(evaluation, subsets=subsets, resamples=0), subsets=subsets).render()
    assert "<h2>Scores: length&gt;=3</h2>" in page


@pytest.mark.parametrize("names", [("bestfit",), ("newbreak",)])
def test_some_measures_are_enough(names: tuple[str, ...]) -> None:
    evaluation = evaluated(*names)
    assert "Queries" in evaluation_page(evaluation, evaluation_rows(evaluation, people=True, resamples=0)).render()


def test_people_alone_are_enough() -> None:
    evaluation = evaluate(Corpus("c", (entry("1", {"a b": 2, "a|b": 1}),)), {})
    page = evaluation_page(evaluation, evaluation_rows(evaluation, people=True, resamples=0)).render()
    assert data_of(page)["methods"] == []


def test_the_file_is_whole_or_not_there(tmp_path: Path) -> None:
    evaluation = evaluated("newbreak")
    rows = evaluation_rows(evaluation, resamples=0)
    write_report(evaluation, rows, tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text().endswith("</html>")
    with pytest.raises(InputError, match="its folder does not exist"):
        write_report(evaluation, rows, tmp_path / "no" / "page.html")
