"""`caesura compare` as the shell sees it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.commands import run

CONTRACT = {"measure", "level", "a", "b", "difference", "p_t", "p_randomisation", "interval", "holds"}


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    lines = [
        {
            "id": str(n),
            "text": "new york times",
            "votes": [{"flat": "new york|times", "count": 8}, {"flat": "new|york|times", "count": 2}],
            "outputs": {"late": "new|york times"},
        }
        for n in range(30)
    ]
    file = tmp_path / "corpus.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    (tmp_path / "right.tsv").write_text("".join(f"{n}\tnew york|times\n" for n in range(30)))
    return file


def test_json_keeps_the_contract(corpus: Path) -> None:
    rows = json.loads(run("compare", corpus, "late", corpus.with_name("right.tsv"), "--format", "json").stdout)
    assert len(rows) == 31
    assert all(row.keys() >= CONTRACT for row in rows)
    corpus_query = next(row for row in rows if (row["measure"], row["level"]) == ("corpus", "query"))
    assert (corpus_query["a"], corpus_query["b"], corpus_query["holds"]) == (0.0, 1.0, True)


def test_table_lists_queries_won(corpus: Path) -> None:
    result = run("compare", corpus, "late", corpus.with_name("right.tsv"), "--show", 2)
    assert "corpus: a = late, b = right" in result.stdout
    assert "31 of 31 differences hold at 0.05 (randomisation test, Holm)." in result.stdout
    assert "b won 30 queries by newbreak; the clearest:" in result.stdout
    assert "8 new york|times; 2 new|york|times" in result.stdout
    assert "lost" not in result.stdout.split("b won")[1]


def test_all_queries_in_a_file(corpus: Path) -> None:
    file = corpus.with_name("queries.tsv")
    run("compare", corpus, "late", corpus.with_name("right.tsv"), "--queries", file, "--trials", 1000, "--format", "json")
    lines = file.read_text().splitlines()
    assert lines[0] == "id\tdifference\ta\tb\tvotes"
    assert len(lines) == 31


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["late", "late"], "A and B are both called 'late'; compare two different predictions"),
        (["late", "right.tsv", "--test", "z"], "no test is called 'z'; choose one of randomisation, t"),
        (["late", "right.tsv", "--by", "x"], "no measure is called 'x'"),
        (["late", "gone.tsv"], "no file and no output of corpus is called 'gone.tsv'; name a predictions file; it has late"),
    ],
)
def test_mistakes_are_one_line(corpus: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str) -> None:
    monkeypatch.chdir(corpus.parent)
    result = run("compare", corpus, *arguments)
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert message in result.stderr


def test_a_method_against_a_file(corpus: Path) -> None:
    result = run("compare", corpus, "method:none", corpus.with_name("right.tsv"), "--measure", "corpus", "--format", "json")
    assert json.loads(result.stdout)[0]["b"] == 1.0
    assert "methods:none,right|" in json.loads(result.stdout)[0]["signature"]
