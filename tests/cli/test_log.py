"""`caesura log`: where results and counts go, and how mistakes are told."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from caesura.corpus import read_corpus
from tests.cli.commands import run


@pytest.fixture
def log(tmp_path: Path) -> Path:
    things = ("flights", "hotels", "trains", "cars")
    rows = [f"{i // 4}\tcheap {things[i % 4]} to town {i % 60}\t2006-03-01 0{i % 4}:00:00\t\t\n" for i in range(400)]
    path = tmp_path / "log.tsv"
    path.write_text(
        "AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n" + "".join(rows) + "9\tshort\t2006-03-01 00:00:00\t\t\n", encoding="utf-8"
    )
    return path


def test_filter_to_a_file_prints_the_counts(log: Path, tmp_path: Path) -> None:
    target = tmp_path / "kept.tsv.gz"
    result = run("log", "filter", log, "-o", target, "--format", "json")
    document = json.loads(result.stdout)
    assert (document["lines"], document["remained"]) == (401, 400)
    assert {"step": "words", "fell": 1, "remained": 400} in document["steps"]
    assert "words:3-10" in document["signature"]
    assert len(gzip.decompress(target.read_bytes()).splitlines()) == 400


def test_filter_to_stdout_keeps_counts_apart(log: Path) -> None:
    result = run("log", "filter", "-", stdin=log.read_text())
    assert len(result.stdout.splitlines()) == 400
    assert "words" in result.stderr
    assert "remained" in result.stderr


def test_filter_keeps_its_own_output(log: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "a.tsv", tmp_path / "b.tsv"
    run("log", "filter", log, "-o", first)
    assert run("log", "filter", first, "-o", second).returncode == 0
    assert first.read_bytes() == second.read_bytes()


def test_filter_options(log: Path, tmp_path: Path) -> None:
    titles = tmp_path / "titles.txt"
    titles.write_text("Town 7\nTown 8\n")
    target = tmp_path / "kept.tsv"
    options = [
        "--titles",
        titles,
        "--frequency",
        "7-",
        "--words",
        "5-5",
        "--language",
        "any",
        "--min-gap",
        "0",
        "--any-characters",
    ]
    document = json.loads(run("log", "filter", log, "-o", target, "--format", "json", *options).stdout)
    assert [row["step"] for row in document["steps"]] == [
        "read", "unreadable", "user-queries", "user-characters", "words", "title", "frequency",
    ]  # fmt: skip
    assert document["remained"] == 14
    assert json.loads(run("log", "filter", log, "-o", target, "--clicked", "--format", "json").stdout)["remained"] == 0
    assert json.loads(run("log", "filter", log, "-o", target, "--click-entropy", "0", "--format", "json").stdout)["remained"] == 0


def test_sample_writes_a_corpus(log: Path, tmp_path: Path) -> None:
    target = tmp_path / "corpus.jsonl"
    result = run("log", "sample", log, "-n", "10", "--seed", "3", "-o", target, "--format", "json")
    document = json.loads(result.stdout)
    assert document["lengths"] == [{"length": 5, "lines": 400, "wanted": 10, "drawn": 10}]
    corpus = read_corpus(target)
    assert [entry.query.id for entry in corpus] == [f"q{i}" for i in range(1, 11)]
    again = run("log", "sample", log, "-n", "10", "--seed", "3")
    assert again.stdout == "".join(f"{entry.query.id}\t{entry.query.text}\n" for entry in corpus)


def test_sample_with_corrections_and_too_few_queries(log: Path, tmp_path: Path) -> None:
    corrections = tmp_path / "right.tsv"
    corrections.write_text("flights\tflight\ntrains\ta train or bus or ship to some\n")
    target = tmp_path / "corpus.tsv"
    result = run("log", "sample", log, "-n", "100", "-o", target, "--spelling", corrections, "--format", "json")
    document = json.loads(result.stdout)
    assert (document["wanted"], document["drawn"], document["corrected"]) == (100, 60, 30)
    assert document["spelling"][1] == {"step": "spelling-words", "fell": 15, "remained": 45}
    assert document["queries"] == len(target.read_text().splitlines()) == 45
    assert "100 queries of 5 words were wanted, there are only 60" in result.stderr


def test_random_queries(log: Path, tmp_path: Path) -> None:
    result = run("log", "random", log, "--lengths", "4:2,6:3", "--order", "2", "--unseen", "--seed", "1")
    queries = [line.split("\t")[1] for line in result.stdout.splitlines()]
    assert sorted(len(query.split()) for query in queries) == [4, 4, 6, 6, 6]
    corpus = tmp_path / "corpus.jsonl"
    run("log", "sample", log, "-n", "10", "-o", corpus)
    shaped = run("log", "random", log, "--lengths", corpus, "-n", "7", "--order", "1")
    assert [len(line.split("\t")[1].split()) for line in shaped.stdout.splitlines()] == [5] * 7


def test_sentences(tmp_path: Path) -> None:
    text = tmp_path / "book.txt"
    text.write_text("\n\n".join(f"It was night number {i}, and all was still." for i in range(30)), encoding="utf-8")
    plain = run("log", "sentences", text, "-n", "5", "-o", tmp_path / "s.tsv", "--format", "json")
    assert json.loads(plain.stdout)["drawn"] == 5
    lowered = run("log", "sentences", text, "-n", "40", "--as-queries")
    assert len(lowered.stdout.splitlines()) == 30
    assert all(line.split("\t")[1].startswith("it was night number") for line in lowered.stdout.splitlines())
    assert "only 30 distinct" in lowered.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["filter", "none.tsv"], "none.tsv: no such file"),
        (["filter", "LOG", "--words", "3"], "is not a range"),
        (["filter", "LOG", "--words", "10-3"], "smaller number first"),
        (["filter", "LOG", "--words", "0-3"], "1 or more"),
        (["filter", "LOG", "--language", "german"], "choose one of english, any"),
        (["filter", "LOG", "--frequency", "often"], "is not a range"),
        (["filter", "LOG", "--min-gap", "-1"], "--min-gap"),
        (["filter", "LOG", "-o", "nowhere/out.tsv"], "folder does not exist"),
        (["sample", "LOG", "-n", "5", "-o", "nowhere/out.tsv"], "folder does not exist"),
        (["sample", "LOG", "-n", "5", "-o", "out.xyz"], "end the name in .tsv or .jsonl"),
        (["sample", "LOG", "-n", "0"], "one or more"),
        (["random", "LOG", "--lengths", "4"], "no such file"),
        (["random", "LOG", "--lengths", "4:x"], "write for example"),
        (["random", "LOG", "--order", "9"], "order 9"),
        (["sentences", "none.txt"], "none.txt: no such file"),
    ],
)
def test_mistakes_are_one_line(log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], told: str) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("log", *(str(log) if argument == "LOG" else argument for argument in arguments))
    assert result.returncode == 2
    assert told in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_bad_line_leaves_no_output_behind(log: Path, tmp_path: Path) -> None:
    log.write_text(log.read_text() + "broken\n")
    target = tmp_path / "kept.tsv"
    result = run("log", "filter", log, "-o", target)
    assert result.returncode == 2
    assert f"{log}:403: " in result.stderr
    assert not target.exists()
    assert run("log", "filter", log, "-o", target, "--lenient").returncode == 0
