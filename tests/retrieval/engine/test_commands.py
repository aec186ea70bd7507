"""`caesura retrieval index | info | search`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from caesura.retrieval import window_counter_here, write_run
from tests.cli.commands import run

_DOCS = """\
1\tTrains\tThe night train to Rome
2\t\tRome by night, and by train
3\tEmpty\t
4\t\tNothing of the kind, only a train of thought that goes on and on and on and on
"""


@pytest.fixture
def index(tmp_path: Path) -> Path:
    (tmp_path / "docs.tsv").write_text(_DOCS)
    made = run("retrieval", "index", tmp_path / "docs.tsv", tmp_path / "index", "--format", "json")
    assert made.returncode == 0, made.stderr
    facts = json.loads(made.stdout)
    assert (facts["documents"], facts["empty_documents"], facts["stemmer"]) == (4, 0, "none")
    return tmp_path / "index"


def test_one_query_prints_what_it_finds(index: Path) -> None:
    found = json.loads(run("retrieval", "search", index, "night train", "--format", "json").stdout)
    assert [row["document"] for row in found] == ["1", "2", "4"]
    assert found[0]["title"] == "Trains"
    assert found[1]["snippet"] == "Rome by night, and by train"
    assert found[2]["snippet"] == "... only a train of thought that goes on and on and on ..."
    phrase = run("retrieval", "search", index, "#1(night train)", "--model", "bm25", "--format", "tsv").stdout
    assert phrase.splitlines()[1].startswith("1\t1\t")
    assert len(phrase.splitlines()) == 2


def test_a_file_of_queries_gives_a_run(index: Path, tmp_path: Path) -> None:
    (tmp_path / "queries.tsv").write_text("q1\tnight train\nq2\t#1(night train)\nq3\tnowhere\nq4\t\n")
    done = run(
        "retrieval", "search", index, "--queries", tmp_path / "queries.tsv", "--mu", "10", "-o", tmp_path / "run", "--tag", "x"
    )
    assert done.returncode == 0
    assert done.stderr == "note: 2 of 4 queries found nothing\n"
    rows = [line.split(" ") for line in (tmp_path / "run").read_text().splitlines()]
    assert [row[:4] for row in rows] == [
        ["q1", "Q0", "1", "1"],
        ["q1", "Q0", "2", "2"],
        ["q1", "Q0", "4", "3"],
        ["q2", "Q0", "1", "1"],
    ]
    assert {row[5] for row in rows} == {"x"}
    # The first two have one score; written scores always decrease, so that evaluation programs keep the order.
    assert float(rows[0][4]) > float(rows[1][4]) > float(rows[2][4])
    assert float(rows[0][4]) - float(rows[1][4]) < 1e-6
    printed = run("retrieval", "search", index, "--queries", "-", "--mu", "10", "--tag", "x", stdin="q2\t#1(night train)\n")
    assert printed.stdout == " ".join(rows[3]) + "\n"


def test_stop_words_of_queries_only(index: Path) -> None:
    everything = run("retrieval", "search", index, "the train", "--format", "jsonl").stdout
    content = run("retrieval", "search", index, "the train", "--query-stopwords", "english", "--format", "jsonl").stdout
    assert content == run("retrieval", "search", index, "train", "--format", "jsonl").stdout
    assert content != everything


def test_nothing_found_is_said(index: Path) -> None:
    found = run("retrieval", "search", index, "nowhere")
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "note: nothing found\n")


def test_info_verifies(index: Path) -> None:
    assert json.loads(run("retrieval", "info", index, "--verify", "--format", "json").stdout)["documents"] == 4
    file = index / "positions"
    file.write_bytes(bytes(len(file.read_bytes())))
    damaged = run("retrieval", "info", index, "--verify")
    assert damaged.returncode == 2
    assert "positions: is damaged" in damaged.stderr


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["search", "{index}"], "one query or a file of them"),
        (["search", "{index}", "a", "--queries", "q"], "one query or a file of them"),
        (["search", "{index}", "#1(a"], "a bracket is missing"),
        (["search", "{index}", "a", "--model", "pagerank"], "no ranking model"),
        (["search", "{index}", "a", "--model", "bm25", "--mu", "5"], "no parameter of bm25 is called 'mu'"),
        (["search", "{index}", "a", "--mu", "-1"], "mu is -1.0"),
        (["search", "nowhere", "a"], "no such file"),
        (["index", "nowhere", "out"], "no such file"),
        (["index", "{index}/../docs.tsv", "{index}"], "already exists"),
        (["index", "{index}/../docs.tsv", "out", "--stemmer", "latin"], "no stemmer is called 'latin'"),
        (["index", "{index}/../docs.tsv", "out", "--documents-format", "trec"], "stands outside any <DOC>"),
    ],
)
def test_mistakes_are_one_line(index: Path, arguments: list[str], expected: str) -> None:
    done = run("retrieval", *(argument.format(index=index) for argument in arguments))
    assert done.returncode == 2
    assert expected in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_mistake_in_a_file_of_queries_names_the_query(index: Path, tmp_path: Path) -> None:
    (tmp_path / "q.tsv").write_text("q1\tnight\nq2\t#syn(a b)\n")
    done = run("retrieval", "search", index, "--queries", tmp_path / "q.tsv", "-o", tmp_path / "run")
    assert done.returncode == 2
    assert "q.tsv: query q2: '#syn' is not an operator" in done.stderr
    assert not (tmp_path / "run").exists()


def test_documents_through_stdin(tmp_path: Path) -> None:
    made = run("retrieval", "index", "-", tmp_path / "i", "--format", "json", stdin='{"id": "1", "text": "one"}\n')
    assert json.loads(made.stdout)["tokens"] == 1


def test_run_files_have_words_for_columns(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="tag"):
        write_run(tmp_path / "run", [], "two words")
    with pytest.raises(ValueError, match="query id"):
        write_run(tmp_path / "run", [("a b", [])])
    assert write_run(tmp_path / "run", [("a", []), ("b", [("d", 1.0)])]) == 1


def test_doctor_says_whether_windows_are_counted_fast() -> None:
    parts = {row["part"]: row for row in json.loads(run("doctor", "--format", "json").stdout)}
    assert parts["window counter"]["state"] == ("compiled" if window_counter_here() else "plain Python")
