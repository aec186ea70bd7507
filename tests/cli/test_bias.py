from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.commands import run

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
CROWD, TREES, EXPERTS = (EXAMPLES / f"agreement-{name}" for name in ("crowd.jsonl", "trees.jsonl", "experts.tsv"))


def test_all_biases_as_json() -> None:
    result = run("bias", CROWD, "--nested", TREES, "--against", EXPERTS, "--trials", 100, "--format", "json")
    document = json.loads(result.stdout)
    assert {row["bias"] for row in document["findings"]} == {1, 2, 3, 4}
    few = next(row for row in document["findings"] if (row["habit"], row["where"]) == ("two or three segments", "all"))
    assert 0 < few["observed"] <= 1
    assert few["other"] is not None
    assert document["heights"]
    assert document["prepositions"][0]["preposition"] == "all"
    assert "trials:100" in document["signature"]


def test_the_page(tmp_path: Path) -> None:
    page = tmp_path / "habits.html"
    result = run("bias", CROWD, "--nested", TREES, "--report", page, "--trials", 100)
    assert result.returncode == 0
    assert "two or three segments" in result.stdout
    text = page.read_text()
    assert text.startswith("<!doctype html>")
    assert text.count("<svg") == 6
    assert run("bias", CROWD, "--report", "-", "--trials", 100).stdout.startswith("<!doctype html>")


def test_where_tags_come_from() -> None:
    with_tagger, without = (
        json.loads(run("bias", CROWD, "--tags", tags, "--trials", 100, "-f", "json").stdout) for tags in ("tagger", "none")
    )
    assert with_tagger["untagged"] == 0
    assert without["untagged"] == 0  # the corpus has tags of its own
    untagged = json.loads(run("bias", EXPERTS, "--tags", "none", "--trials", 100, "-f", "json").stdout)
    assert untagged["untagged"] == 10
    assert {row["bias"] for row in untagged["findings"]} == {1}


@pytest.mark.parametrize(
    ("options", "told"), [(("--tags", "some"), "choose one of corpus, tagger, none"), (("--nested", CROWD), "ask for --shape flat")]
)
def test_mistakes_are_one_line(options: tuple[object, ...], told: str) -> None:
    result = run("bias", CROWD, *options)
    assert result.returncode == 2
    assert told in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_tree_corpus_alone() -> None:
    document = json.loads(run("bias", TREES, "--trials", 100, "-f", "json").stdout)
    assert {row["bias"] for row in document["findings"]} == {2}
