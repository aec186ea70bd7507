"""`caesura retrieval experiment`, `retrieval run`, `retrieval fill` and `reproduce phrase-or-not`."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from caesura.retrieval import build_index
from tests.cli.commands import run
from tests.retrieval.experiment.small import write_collection
from tests.retrieval.own_engine.server import MemoryServer, elasticsearch_client

SMALL = ("--method", "titles", "--set", "mu=10,1000", "--set", "processes=1")


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_collection(tmp_path_factory.mktemp("collections") / "small")
    build_index(folder / "docs.jsonl", folder / "index")
    return folder


def given(collection: Path) -> tuple[str, ...]:
    return (str(collection / "index"), "--queries", str(collection / "queries.tsv"), "--qrels", str(collection / "qrels.txt"))


def test_rows_of_table_4(collection: Path, tmp_path: Path) -> None:
    arguments = ("retrieval", "experiment", *given(collection), *SMALL, "--set", f"cache={tmp_path / 'cache'}")
    result = run(*arguments, "--format", "json", "--run", "mrf-sequential,user-choice")
    assert result.returncode == 0, result.stderr
    rows = json.loads(result.stdout)
    assert {row["run"] for row in rows} == {"user-choice (simulated)", "mrf-sequential", "bag-of-words", "upper-bound"}
    assert {row["measure"] for row in rows} == {"MAP", "NDCG@20", "P@10", "MRR"}
    assert {"collection", "run", "measure", "queries", "value", "from_upper_bound", "phrased", "overlap", "signature"} <= set(
        rows[0]
    )
    assert "the users are simulated" in result.stderr
    assert run(*arguments, "--format", "json", "--run", "mrf-sequential,user-choice").stdout == result.stdout
    table = run(*arguments, "--run", "mrf-sequential").stdout
    assert "index %UB" in table
    assert "share of its 12 queries that a phrase helps: MAP" in table


def test_what_else_can_be_written(collection: Path, tmp_path: Path) -> None:
    result = run(
        *("reproduce", "phrase-or-not", collection.parent, *SMALL, "--set", f"cache={tmp_path / 'cache'}", "--run", "soft-phrases"),
        *("--report", tmp_path / "page.html", "--per-query", tmp_path / "queries.tsv", "--runs-to", tmp_path / "runs"),
    )
    assert result.returncode == 0, result.stderr
    assert "small %TD" in result.stdout
    assert "MAP as published" in result.stdout
    assert ".1949" in result.stdout
    assert "<svg" in (tmp_path / "page.html").read_text()
    with (tmp_path / "queries.tsv").open(newline="") as stream:
        assert {row["run"] for row in csv.DictReader(stream, delimiter="\t")} == {"bag-of-words", "soft titles", "upper-bound"}
    assert len(list((tmp_path / "runs" / "small").iterdir())) == 3 * 4
    assert any(file.name.startswith("index-") for file in (tmp_path / "cache").iterdir())


def test_options_of_people(collection: Path, tmp_path: Path) -> None:
    lines = []
    for line in (collection / "queries.tsv").read_text().splitlines():
        name, text = line.split("\t")
        words = text.split()
        votes = [
            {"flat": f"{words[0]}|{words[1]} {words[2]}|{words[3]}|{words[4]}", "count": 3},
            {"flat": "|".join(words), "count": 2},
        ]
        lines.append(json.dumps({"id": name, "text": text, "votes": votes}))
    (tmp_path / "options.jsonl").write_text("".join(f"{line}\n" for line in lines))
    result = run(
        *("retrieval", "experiment", *given(collection), *SMALL, "--set", "cache=none", "--format", "json"),
        *("--options", tmp_path / "options.jsonl", "--run", "user-choice"),
    )
    assert result.returncode == 0, result.stderr
    user = next(row for row in json.loads(result.stdout) if row["run"] == "user-choice")
    assert user["phrased"] == 100
    assert not user["simulated"]
    assert "simulated" not in result.stderr


def test_mistakes_are_one_line(collection: Path, tmp_path: Path) -> None:
    index, _, queries, _, qrels = given(collection)
    (tmp_path / "empty").mkdir()
    for arguments, what in (
        ((index,), "an index needs queries and judgements"),
        ((), "no collection to work on"),
        (("--collection", "nonsense"), "write NAME=DIR"),
        (("--collection", f"x={tmp_path / 'empty'}"), "has no docs.jsonl"),
        ((index, "--queries", queries, "--qrels", qrels, "--set", "words=x"), "words is 'x'"),
        ((index, "--queries", queries, "--qrels", qrels, "--set", "mu=0"), "give one or more numbers above 0"),
        ((index, "--queries", queries, "--qrels", qrels, "--set", "mu=many"), "it takes a number"),
        ((index, "--queries", queries, "--qrels", qrels, "--run", "nonsense"), "no run is called 'nonsense'"),
        ((index, "--queries", queries, "--qrels", qrels, "--method", "nonsense"), "no method is called 'nonsense'"),
        ((index, "--queries", queries, "--qrels", qrels, "--set", "words=5-6"), "no query can take part"),
        ((index, "--queries", queries, "--qrels", queries), "not a judgement"),
        ((str(tmp_path), "--queries", queries, "--qrels", qrels), "is not an index"),
        # Reported before anything is measured, whose progress would be on the same stream.
        ((index, "--queries", queries, "--qrels", qrels, "--report", tmp_path), "is a folder"),
        ((index, "--queries", queries, "--qrels", qrels, "--per-query", tmp_path / "no" / "x"), "its folder does not exist"),
    ):
        result = run("retrieval", "experiment", "--set", "cache=none", *arguments)
        assert result.returncode == 2, (arguments, result.stdout)
        assert what in result.stderr
        assert result.stderr.count("\n") == 1
    result = run("reproduce", "phrase-or-not", tmp_path)
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert "holds no collections" in result.stderr


def test_one_run_without_judgements(collection: Path, tmp_path: Path) -> None:
    index, _, queries, *_ = given(collection)
    shown = run(
        "retrieval", "run", index, "--queries", queries, "--run", "mrf-sequential", "--show-queries", "--format", "tsv"
    ).stdout
    assert "q0\t#weight(0.85 #combine(hot dog market)" in shown
    result = run(
        "retrieval", "run", index, "--queries", queries, "--run", "atc", "--value", "25", "--mu", "50", "-o", tmp_path / "a.run"
    )
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "a.run").read_text().splitlines()[0].startswith("q0 Q0 d")
    piped = run("retrieval", "run", index, "--run", "bag-of-words", stdin="a\thot dog\nb\tthe of\n")
    assert {line.split()[0] for line in piped.stdout.splitlines()} == {"a"}
    assert "1 query left out: without content words" in piped.stderr
    assert "upper-bound" in run("retrieval", "run", "--list").stdout
    for arguments, what in (
        (("--run", "upper-bound"), "learns from judgements"),
        (("--run", "good-turing"), "give it with --value"),
        (("--run", "user-choice"), "name a corpus with --options"),
        (("--run", "nonsense"), "no run is called"),
    ):
        wrong = run("retrieval", "run", index, "--queries", queries, *arguments)
        assert wrong.returncode == 2
        assert what in wrong.stderr
    assert "no index to search" in run("retrieval", "run").stderr
    assert "no query has a content word" in run("retrieval", "run", index, stdin="a\tthe of\n").stderr


def test_ones_own_engine(collection: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("elasticsearch", reason="needs: pip install 'caesura[engines]'")
    server = MemoryServer()

    def connected(address: str, kind: str) -> tuple[Any, str]:
        assert kind == "elasticsearch"
        return elasticsearch_client(server), address.rsplit("/", 1)[1]

    monkeypatch.setattr("caesura.retrieval.connect", connected)
    address = "http://localhost:9200/shop"
    filled = run("retrieval", "fill", collection / "docs.jsonl", address, "--mu", "10,1000", "--format", "json")
    assert filled.returncode == 0, filled.stderr
    assert json.loads(filled.stdout) == {"index": "shop", "documents": 96, "mu": [10.0, 1000.0]}
    _, *files = given(collection)
    arguments = ("retrieval", "experiment", address, *files, "--set", "mu=10,1000", "--method", "titles", "--set", "cache=none")
    result = run(*arguments, "--run", "soft-phrases,atc", "--wording", "phrasing", "--format", "json")
    assert result.returncode == 0, result.stderr
    assert {row["run"] for row in json.loads(result.stdout)} == {"bag-of-words", "soft titles", "upper-bound"}
    assert "no atc, which needs an index" in result.stderr
    assert json.loads(run("retrieval", "fill", "x", address, "--show").stdout)["settings"]["number_of_shards"] == 1


def test_an_index_in_the_cache_that_was_damaged_is_made_again(collection: Path, tmp_path: Path) -> None:
    arguments = ("reproduce", "phrase-or-not", collection.parent, *SMALL, "--run", "bag-of-words", "--format", "json")
    first = run(*arguments, "--set", f"cache={tmp_path / 'cache'}")
    index = next(file for file in (tmp_path / "cache").iterdir() if file.name.startswith("index-"))
    (index / "positions").unlink()
    again = run(*arguments, "--set", f"cache={tmp_path / 'cache'}")
    assert (again.returncode, again.stdout) == (0, first.stdout)
    assert (index / "positions").is_file()


@pytest.mark.parametrize("option", ["--set", "--runs-to"])
def test_a_file_where_a_folder_is_wanted(collection: Path, tmp_path: Path, option: str) -> None:
    (tmp_path / "file").write_text("")
    given_cache = () if option == "--set" else ("--set", f"cache={tmp_path / 'cache'}")
    result = run(
        "reproduce",
        "phrase-or-not",
        collection.parent,
        *SMALL,
        "--run",
        "bag-of-words",
        *given_cache,
        option,
        f"cache={tmp_path / 'file'}" if option == "--set" else tmp_path / "file",
    )
    assert result.returncode == 2
    assert result.stderr.startswith(f"caesura: {tmp_path / 'file'}")
    assert "cannot be created" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_config_file_says_the_same_as_options(collection: Path) -> None:
    """Collections, settings and runs from a file; paths are relative to it, and options win over it."""
    (collection / "experiment.toml").write_text(
        'runs = ["mrf-sequential"]\n'
        "[settings]\n"
        'methods = ["titles"]\nmu = [10, 1000]\nprocesses = 1\ncache = "none"\n'
        "[[collections]]\n"
        'index = "index"\nqueries = "queries.tsv"\nqrels = "qrels.txt"\n'
    )
    by_file = run("retrieval", "experiment", "--config", collection / "experiment.toml", "--format", "json")
    by_options = run(
        "retrieval", "experiment", *given(collection), *SMALL, "--set", "cache=none", "--run", "mrf-sequential", "--format", "json"
    )
    assert (by_file.returncode, by_file.stdout) == (0, by_options.stdout)
    rows = json.loads(
        run(
            *("retrieval", "experiment", "--config", collection / "experiment.toml", "--run", "mrf-full"),
            *("--set", "mu=10", "--format", "json"),
        ).stdout
    )
    assert {row["run"] for row in rows} == {"mrf-full", "bag-of-words", "upper-bound"}
    assert {mu for row in rows for mu in row["mu"]} == {10.0}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("[settings]\nfold = 3\n", "no setting is called 'fold'"),
        ("[setting]\nfolds = 3\n", "no part of an experiment is called 'setting'"),
        ("[[collections]]\npath = 'x'\n", "no key of a collection is called 'path'"),
        ("[[collections]]\nname = 'x'\n", "needs a folder or an index"),
        ("[[collections]]\nindex = 'x'\n", "an index needs queries and judgements"),
        ("runs = 'all'\n", "holds a value of the wrong kind"),
        ("runs = [\n", "is not TOML"),
        ("[settings]\nfolds = 'x'\n[[collections]]\nfolder = 'x'\n", "folds is 'x'"),
    ],
)
def test_mistakes_in_a_config_file_are_one_line(tmp_path: Path, text: str, what: str) -> None:
    (tmp_path / "a.toml").write_text(text)
    result = run("retrieval", "experiment", "--config", tmp_path / "a.toml")
    assert result.returncode == 2
    assert what in result.stderr
    assert result.stderr.count("\n") == 1
