"""`caesura evaluate` as the shell sees it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.commands import run

QUERIES = [
    ("1", "new york times", ["JJ", "NN", "NNS"], {"new york|times": 7, "new|york|times": 3}),
    ("2", "how to cook rice", ["WRB", "TO", "VB", "NN"], {"how|to|cook|rice": 6, "how to|cook rice": 4}),
]
LEVELS = {"query", "segment_precision", "segment_recall", "segment_f", "break"}


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    lines = [
        {"id": i, "text": text, "tags": tags, "votes": [{"flat": flat, "count": count} for flat, count in votes.items()]}
        for i, text, tags, votes in QUERIES
    ]
    file = tmp_path / "corpus.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    (tmp_path / "right.tsv").write_text("1\tnew york|times\n2\thow|to|cook|rice\n")
    (tmp_path / "empty.tsv").touch()
    (tmp_path / "wrong.tsv").write_text("1\tnew|york times\n2\thow to cook rice\n")
    return file


def test_json_keeps_the_contract(corpus: Path) -> None:
    result = run("evaluate", corpus, corpus.with_name("right.tsv"), corpus.with_name("wrong.tsv"), "--format", "json")
    rows = json.loads(result.stdout)
    assert result.returncode == 0
    assert {row["method"] for row in rows} == {"right", "wrong", "person (leave one out)", "best possible (leave one out)"}
    by_key = {(row["method"], row["measure"]): row for row in rows}
    assert by_key["right", "corpus"].keys() >= LEVELS | {"method", "measure", "queries", "signature"}
    assert by_key["right", "corpus"]["query"] == 1.0
    assert by_key["wrong", "newbreak"]["value"] < 0.6
    assert "reference:closest" in by_key["right", "bestfit"]["signature"]


def test_table_has_methods_across_and_a_signature(corpus: Path) -> None:
    result = run("evaluate", corpus, corpus.with_name("right.tsv"), corpus.with_name("wrong.tsv"), "--measure", "corpus,newbreak")
    head = result.stdout.splitlines()[2].split()
    assert head == ["measure", "level", "right", "wrong", "person", "best", "possible"]
    assert "signature: data:corpus#" in result.stdout
    assert "|method:*|predictions:*|measure:*|" in result.stdout
    assert len([line for line in result.stdout.splitlines() if line.startswith("  corpus ")]) == 5


def test_subsets_side_by_side(corpus: Path) -> None:
    arguments = ("--no-people", "--measure", "newbreak", "--subset", "nominal", "--subset", "non-nominal", "--format", "markdown")
    result = run("evaluate", corpus, corpus.with_name("right.tsv"), *arguments)
    assert "| measure | level | nominal: right | non-nominal: right |" in result.stdout


@pytest.mark.parametrize("format", ["tsv", "latex", "markdown", "jsonl"])
def test_other_formats(corpus: Path, format: str) -> None:
    result = run("evaluate", corpus, corpus.with_name("right.tsv"), "--format", format, "--intervals", "--average", "micro")
    assert result.returncode == 0
    assert "newbreak" in result.stdout


def test_values_of_each_query(corpus: Path) -> None:
    result = run("evaluate", corpus, corpus.with_name("wrong.tsv"), "--per-query", "--measure", "corpus", "--format", "tsv")
    lines = result.stdout.splitlines()
    assert lines[0].split("\t")[:4] == ["id", "method", "measure", "prediction"]
    assert lines[1].split("\t")[:5] == ["1", "wrong", "corpus", "new|york times", "0.000"]
    assert len(lines) == 3


def test_predictions_from_stdin(corpus: Path) -> None:
    right = corpus.with_name("right.tsv").read_text()
    result = run("evaluate", corpus, "-", "--no-people", "--measure", "corpus", "--format", "json", stdin=right)
    assert json.loads(result.stdout)[0]["method"] == "stdin"


def test_report(corpus: Path) -> None:
    page = corpus.with_name("page.html")
    result = run("evaluate", corpus, corpus.with_name("right.tsv"), "--report", page)
    assert result.returncode == 0
    assert "<h2>Queries</h2>" in page.read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nobody"], "no file and no output of corpus is called 'nobody'; name a predictions file; it brings none along"),
        (["right.tsv", "--measure", "best"], "no measure is called 'best'; did you mean bestfit"),
        (["right.tsv", "--reference", "mine"], "no reference is called 'mine'; choose one of closest, published"),
        (["right.tsv", "--average", "mean"], "no average is called 'mean'; choose one of macro, micro"),
        (["right.tsv", "--subset", "long"], "'long' in the subset 'long' is not understood"),
        (["right.tsv", "right.tsv"], "two predictions are called 'right'; rename one of the files"),
        (["--method", "guess"], "no method is called 'guess'"),
        (["empty.tsv"], "empty.tsv: is empty; predictions are lines such as 17<TAB>new york|times"),
        (["--no-people"], "nothing to evaluate: no predictions, and no annotators to compare; name predictions or a --method"),
    ],
)
def test_mistakes_are_one_line(corpus: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str) -> None:
    monkeypatch.chdir(corpus.parent)
    result = run("evaluate", corpus, *arguments)
    assert result.returncode == 2
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_missing_query_is_named(corpus: Path) -> None:
    short = corpus.with_name("short.tsv")
    short.write_text("1\tnew york|times\n")
    result = run("evaluate", corpus, short)
    assert result.returncode == 2
    assert f"{short}: query 2 'how to cook rice' is missing; predict every query" in result.stderr


def test_all_official_outputs_in_one_go(shared_data: Path) -> None:
    folder = shared_data / "webis-qsec-10"
    files = sorted((folder / "segmentations-of-algorithms").glob("*.txt"))
    result = run("evaluate", folder, *files, "--format", "json", "--reference", "published")
    rows = json.loads(result.stdout)
    assert len([row for row in rows if "leave one out" not in row["method"]]) == 7 * 7
    pmi = next(row for row in rows if row["method"].endswith("pmi-baseline") and row["measure"] == "category-normalized")
    assert pmi["query"] == pytest.approx(0.535, abs=0.01)


def test_methods_segment_on_the_spot(corpus: Path) -> None:
    result = run("evaluate", corpus, "--method", "none, all", "--no-people", "--measure", "corpus", "--format", "json")
    by_method = {row["method"]: row for row in json.loads(result.stdout)}
    # Every word alone is right for the second query, everything together for none.
    assert (by_method["none"]["query"], by_method["all"]["query"]) == (0.5, 0.0)
    lacking = run("evaluate", corpus, "--method", "pmi", "--lexicon", "no-such.lexicon")
    assert (lacking.returncode, "no such file" in lacking.stderr) == (2, True)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--method", "learned", "--folds", 2, "--model", "x"), "--folds trains models of its own"),
        (("--method", "none", "--report", "no/page.html"), "its folder does not exist"),
    ],
)
def test_what_cannot_be_done_is_told_first(corpus: Path, options: tuple[object, ...], problem: str) -> None:
    result = run("evaluate", corpus, *options)
    assert (result.returncode, result.stderr.count("\n"), result.stdout) == (2, 1, "")
    assert problem in result.stderr


def test_a_predictions_file_can_be_the_corpus(corpus: Path) -> None:
    # Not a single bar in it: that it holds segmentations is known from the command.
    together = corpus.with_name("together.tsv")
    together.write_text("1\tnew york times\n2\thow to cook rice\n")
    result = run("evaluate", together, corpus.with_name("wrong.tsv"), "--measure", "corpus", "--format", "json")
    assert [(row["method"], row["query"]) for row in json.loads(result.stdout)] == [("wrong", 0.5)]
    assert run("evaluate", together, corpus.with_name("wrong.tsv"), "--from", "jsonl").returncode == 2


def test_few_queries_are_warned_of(corpus: Path) -> None:
    warning = "warning: 2 queries are too few for the 95 % intervals: with fewer than 10 they hold the true figure far less often\n"
    right, wrong = corpus.with_name("right.tsv"), corpus.with_name("wrong.tsv")
    assert run("evaluate", corpus, right).stderr == warning
    assert run("evaluate", corpus, right, "--resamples", 0).stderr == ""
    assert run("compare", corpus, right, wrong).stderr == warning
    page = corpus.with_name("page.html")
    run("evaluate", corpus, right, wrong, "--report", page)
    assert "Warning: 2 queries are too few" in page.read_text()


def test_the_report_s_footer_is_the_signature_of_all_rows(corpus: Path) -> None:
    page = corpus.with_name("page.html")
    printed = run("evaluate", corpus, corpus.with_name("right.tsv"), corpus.with_name("wrong.tsv"), "--report", page).stdout
    signature = printed.splitlines()[-1].removeprefix("signature: ")
    assert "method:*" in signature
    assert signature in page.read_text()
