"""`caesura confidence` as a user calls it."""

from __future__ import annotations

import json
from pathlib import Path

from caesura.corpus import Corpus, Entry, Query, Vote, Votes, write_corpus
from caesura.shapes import Flat
from tests.cli.commands import run

CORPUS = Path(__file__).parents[2] / "docs" / "examples" / "evaluate-corpus.jsonl"


def test_the_model_as_it_is() -> None:
    result = run("confidence", CORPUS, "--folds", "0", "--thresholds", "0.5,0,0.95", "--beside", "titles", "-f", "json")
    assert (result.returncode, result.stderr) == (0, "")
    rows = json.loads(result.stdout)
    assert [(row["method"], row["threshold"]) for row in rows] == [
        ("learned", 0.0),
        ("learned", 0.5),
        ("learned", 0.95),
        ("titles", None),
    ]
    covered = [row["coverage"] for row in rows[:3]]
    assert covered == sorted(covered, reverse=True)
    assert rows[1]["confidence"] >= 0.5
    assert "|model:shipped#" in rows[0]["signature"]


def test_in_folds_with_a_page(tmp_path: Path) -> None:
    texts = [f"red {kind} from {place}" for kind in ("wine", "wool", "paint", "brick", "tea") for place in "abcdefgh"]
    corpus = Corpus("made", tuple(Entry(Query(f"q{n}", text), Votes((Vote(Flat((0, 1, 1)), 2),))) for n, text in enumerate(texts)))
    write_corpus(corpus, tmp_path / "made.jsonl")
    result = run("confidence", tmp_path / "made.jsonl", "--folds", "2", "--report", tmp_path / "page.html")
    assert (result.returncode, result.stderr) == (0, "")
    assert "|model:folds-2-seed-1|" in result.stdout
    assert "Can the confidence be trusted?" in (tmp_path / "page.html").read_text()


def test_what_is_wrong_is_told_in_one_line() -> None:
    for arguments, told in (
        (("--method", "titles", "--folds", "0"), "the method titles has no probabilities"),
        (("--thresholds", "0.5,many"), "is not a list of probabilities"),
        (("--thresholds", "1.5"), "is not a list of probabilities"),
        (("--folds", "1"), "1 folds of 23 queries"),
    ):
        result = run("confidence", CORPUS, *arguments)
        assert (result.returncode, result.stderr.count("\n")) == (2, 1)
        assert told in result.stderr
