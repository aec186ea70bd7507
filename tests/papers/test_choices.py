"""Tables 1 to 3 of Lioma et al. 2018 on a corpus of options, beside what is printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from caesura.corpus import Corpus, Entry, Query, Votes
from caesura.foundation import InputError
from caesura.papers import choices_tables
from caesura.papers.book.entries import lioma_2_popular
from caesura.shapes import parse_pipe
from tests.cli.commands import run

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def entry(name: str, chosen: dict[str, tuple[str, ...]]) -> Entry:
    """Pipe form -> who chose it."""
    annotations = [(parse_pipe(text)[1], who, ()) for text, names in chosen.items() for who in names]
    return Entry(Query(name, next(iter(chosen)).replace("|", " ")), Votes.count(annotations))


CORPUS = Corpus(
    "options",
    (
        entry("a", {"rain|coat": ("ann", "bob"), "rain coat": ("cy",)}),
        entry("b", {"blue moon": ("ann", "bob", "cy")}),
        entry("c", {"blue moon|cafe": ("ann", "bob"), "blue|moon|cafe": ("cy",), "blue|moon cafe": ("dee",)}),
    ),
)
TRUST = {"ann": 0.9, "bob": 0.5, "cy": 0.1}


def test_the_most_popular_options_by_agreement() -> None:
    rows = choices_tables(CORPUS, ["1"])["1"]
    assert [(row["query"], round(row["agreement"], 1)) for row in rows] == [
        ('"blue moon"', 100.0),
        ("rain coat", 66.7),
        ('"blue moon" cafe', 50.0),
    ]


def test_counts_by_length_with_trust_beside_the_printed_ones() -> None:
    tables = choices_tables(CORPUS, ["2", "3"], TRUST)
    three, two, everything = tables["3"]
    assert (three["words"], three["queries"], three["bag_of_words"], three["phrasing"]) == (3, 1, 0, 1)
    assert (two["queries"], two["bag_of_words"], two["phrasing"]) == (2, 1, 1)
    assert (two["printed_agreement"], two["printed_trust"], everything["printed_agreement"]) == (62.0, 0.52, 48.9)
    assert two["agreement"] == pytest.approx(100 * (2 / 3 + 1) / 2)
    assert everything["mean_of_rows"] == pytest.approx((50 + 100 * (2 / 3 + 1) / 2) / 2)
    assert three["trust"] == pytest.approx(0.5)  # dee's is not known
    assert two["trust"] == pytest.approx((1.5 / 3 + 1.5 / 3) / 2)
    assert everything["trust"] == pytest.approx(0.5)
    assert tables["2"][-1]["printed_agreement"] == 48.8


def test_what_cannot_be_told() -> None:
    with pytest.raises(InputError, match="none of the trust scores is for an annotator"):
        choices_tables(CORPUS, ["3"], {"somebody": 1.0})
    with pytest.raises(InputError, match="no table is called '7'"):
        choices_tables(CORPUS, ["7"])


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "trust.tsv").write_text("7\t0.5\n")
    votes = [{"flat": "blue moon|cafe", "count": 1, "annotators": ["7"]}]
    (tmp_path / "o.jsonl").write_text(json.dumps({"id": "1", "text": "blue moon cafe", "votes": votes}) + "\n")
    arguments = (tmp_path / "o.jsonl", "--trust", tmp_path / "trust.tsv")
    result = run("reproduce", "choices", *arguments, "-f", "json")
    assert result.returncode == 0, result.stderr
    tables = json.loads(result.stdout)
    assert tables["1"][0]["query"] == '"blue moon" cafe'
    assert tables["3"][0]["trust"] == 0.5
    assert "printed trust" in run("reproduce", "choices", *arguments).stdout


def test_the_book_says_what_each_row_of_tables_1_and_2_is_about() -> None:
    rows = lioma_2_popular.compute(EXAMPLES / "retrieval-shop" / "options.jsonl").rows
    assert len({tuple(sorted(row)) for row in rows}) == 1  # a page has the columns of the first row
    assert [row["query"] for row in rows if row["table"] == "2"] == ["queries of 3 words", "queries of all lengths"]
    assert rows[-1]["printed_agreement"] is not None
