"""`caesura lexicon` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from caesura.lexicon import Lexicon
from tests.cli.commands import run


@pytest.fixture
def built(tmp_path: Path) -> Path:
    (tmp_path / "counts.tsv").write_text("new york\t120\nnew\t900\nyork\t80\n")
    (tmp_path / "titles.txt").write_text("New York\n")
    result = run(
        "lexicon", "build", tmp_path / "x.lexicon", "--counts", tmp_path / "counts.tsv", "--titles", tmp_path / "titles.txt",
        "--licence", "CC0", "--origin", "by hand", "--keep-runs", "--format", "json",
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    facts = json.loads(result.stdout)
    assert facts["ngrams"] == {"1": 2, "2": 1, "3": 0, "4": 0, "5": 0}
    assert facts["titles"] == 1
    assert {source["licence"] for source in facts["sources"]} == {"CC0"}
    return tmp_path / "x.lexicon"


def test_lookup(built: Path) -> None:
    result = run("lexicon", "lookup", built, "New York", "york new", "--format", "json")
    assert json.loads(result.stdout) == [
        {"ngram": "New York", "count": 120, "title": True},
        {"ngram": "york new", "count": 0, "title": False},
    ]
    result = run("lexicon", "lookup", built, "-", "--format", "jsonl", stdin="new\nyork\n")
    assert [json.loads(line)["count"] for line in result.stdout.splitlines()] == [900, 80]


def test_info_prints_the_contract(built: Path) -> None:
    facts = json.loads(run("lexicon", "info", built, "--verify", "--format", "json").stdout)
    assert {"ngrams", "titles", "bytes", "bytes_per_ngram", "sources"} <= set(facts)
    assert facts["bytes"] == built.stat().st_size
    table = run("lexicon", "info", built).stdout
    assert "counts.tsv" in table
    assert "CC0" in table


def test_the_default_lexicon_has_a_name(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caesura.lexicon.named.default_lexicon_path", lambda: built)
    monkeypatch.setattr("caesura.lexicon.named.default_lexicon", lambda _announce: Lexicon.open(built))
    assert json.loads(run("lexicon", "info", "--format", "json").stdout)["total"] == 980
    assert json.loads(run("lexicon", "lookup", "default", "new", "--format", "json").stdout)[0]["count"] == 900


def test_merge(built: Path, tmp_path: Path) -> None:
    result = run("lexicon", "merge", tmp_path / "two.lexicon", built, built, "--format", "json")
    assert json.loads(result.stdout)["total"] == 1960
    assert json.loads(run("lexicon", "lookup", tmp_path / "two.lexicon", "new york", "--format", "json").stdout)[0]["count"] == 240


def test_a_log_from_stdin(tmp_path: Path) -> None:
    result = run("lexicon", "build", tmp_path / "log.lexicon", "--log", "-", "--format", "json", stdin="new york\nnew york times\n")
    assert result.returncode == 0, result.stderr
    facts = json.loads(result.stdout)
    assert facts["ngrams"] == {"1": 3, "2": 2, "3": 1, "4": 0, "5": 0}
    assert facts["sources"][0]["name"] == "stdin"
    assert [path.name for path in tmp_path.iterdir()] == ["log.lexicon"]


def test_mistakes_are_one_line(built: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.lexicon"
    raw = bytearray(built.read_bytes())
    raw[-1] ^= 1
    damaged.write_bytes(raw)
    for arguments, told in (
        (("info", tmp_path / "counts.tsv"), "is not a lexicon file"),
        (("info", damaged, "--verify"), "checksum differs"),
        (("build", tmp_path / "y.lexicon"), "give --counts"),
        (("build", tmp_path / "y.lexicon", "--counts", tmp_path / "nowhere"), "no such file"),
        (
            ("build", tmp_path / "y.lexicon", "--titles", tmp_path / "titles.txt", "--titles-format", "x"),
            "one of auto, plain",
        ),
        (("lookup", built, " "), "without words"),
        (("merge", tmp_path / "y.lexicon", damaged), "--keep-runs"),
    ):
        result = run("lexicon", *arguments)
        assert (result.returncode, result.stdout) == (2, "")
        assert told in result.stderr
        assert result.stderr.count("\n") == 1
    assert not list(tmp_path.glob("y.lexicon*"))
