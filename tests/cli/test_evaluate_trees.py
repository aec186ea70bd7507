"""`caesura evaluate-trees` as a user calls it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.commands import run

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
TREES = EXAMPLES / "agreement-trees.jsonl"
FLAT = EXAMPLES / "evaluate-corpus.jsonl"


def test_trees_against_trees(tmp_path: Path) -> None:
    queries = "".join(json.loads(line)["text"] + "\n" for line in TREES.read_text().splitlines())
    made = run("nest", "-", "-m", "balanced", "-f", "bracket", stdin=queries)
    file = tmp_path / "from-file.txt"
    file.write_text(made.stdout)
    result = run("evaluate-trees", TREES, file, "-m", "balanced,top-down", "-f", "json")
    assert (result.returncode, result.stderr) == (0, "")
    rows = json.loads(result.stdout)
    assert [row["method"] for row in rows if row["measure"] == "mean"] == [
        "from-file",
        "balanced",
        "top-down",
        "person (leave one out)",
    ]
    figures = [{key: row[key] for key in ("query", "bracket_precision", "bracket_recall", "bracket_f", "d1", "d2")} for row in rows]
    assert figures[:3] == figures[3:6]
    assert all("|root:left-out|" in row["signature"] for row in rows)
    assert "signature: data:agreement-trees#" in run("evaluate-trees", TREES, "-m", "balanced").stdout


def test_one_measure_and_one_query_a_row() -> None:
    rows = json.loads(run("evaluate-trees", TREES, "-m", "balanced", "--measure", "popular", "--per-query", "-f", "json").stdout)
    assert len(rows) == len(TREES.read_text().splitlines())
    assert rows[0]["prediction"] == "((cheap flights) (to lisbon))"


def test_flat_votes_are_cut_for() -> None:
    arguments = ("evaluate-trees", FLAT, "-m", "balanced,segment-pmi", "--measure", "corpus", "--folds", "3", "-f", "json")
    rows = json.loads(run(*arguments).stdout)
    first, second = rows[:2]
    assert first["cut"].startswith(("height=", "depth="))
    assert len(second["cuts"]) == 3
    assert 0 < second["segments_held"] <= 1
    assert "|method:balanced|cut:best-newbreak-3-folds|measure:corpus|" in first["signature"]
    given = json.loads(run(*arguments, "--cut", "height=1").stdout)[0]
    assert (given["cut"], given["cuts"]) == ("height=1", ["height=1"])
    table = run("evaluate-trees", FLAT, "-m", "segment-pmi", "--measure", "corpus", "--folds", "3").stdout
    assert "The trees themselves" in table


def test_a_query_a_row_for_flat_votes() -> None:
    arguments = ("evaluate-trees", FLAT, "-m", "balanced", "--measure", "newbreak", "--folds", "3", "--per-query", "-f", "json")
    assert len(json.loads(run(*arguments).stdout)) == len(FLAT.read_text().splitlines())


def test_what_is_wrong_is_told_in_one_line(tmp_path: Path) -> None:
    for arguments, told in (
        (("evaluate-trees", TREES, "--cut", "best"), "leave --cut out"),
        (("evaluate-trees", FLAT), "name predictions or a --method"),
        (("evaluate-trees", FLAT, "-m", "balanced", "--cut", "there"), "write best, height=1"),
        (("evaluate-trees", FLAT, "-m", "balanced,balanced"), "two predictions are called 'balanced'"),
        (("evaluate-trees", TREES, tmp_path / "none"), "no such file"),
        (
            ("evaluate-trees", FLAT, "-m", "balanced", "--cut-for", "corpus:value"),
            "no level of the measure corpus is called 'value'",
        ),
    ):
        result = run(*arguments)
        assert result.returncode == 2
        assert told in result.stderr
        assert result.stderr.count("\n") == 1
