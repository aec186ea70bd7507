from __future__ import annotations

import json
from pathlib import Path

import pytest

from caesura.agreement import ANNOTATORS, Kind, simulated_corpus
from caesura.corpus import write_corpus
from tests.cli.commands import run


@pytest.fixture
def crowd(tmp_path: Path) -> Path:
    file = tmp_path / "crowd.jsonl"
    write_corpus(simulated_corpus(ANNOTATORS[0], queries=30), file)
    return file


@pytest.fixture
def trees(tmp_path: Path) -> Path:
    file = tmp_path / "trees.jsonl"
    balanced = next(one for one in ANNOTATORS if one.name == "balanced trees")
    write_corpus(simulated_corpus(balanced, queries=20), file)
    return file


def test_the_contract(crowd: Path) -> None:
    result = run("agreement", crowd, "--shape", "flat", "--distance", "d1", "--resamples", 100, "--format", "json")
    document = json.loads(result.stdout)
    assert (document["queries"], document["annotations"]) == (30, 300)
    assert 0.5 < document["alpha"] < 0.9
    low, high = document["alpha_interval"]
    assert low < document["alpha"] < high
    assert document["S_pairs"] < document["S"] < 1
    assert "shape:flat" in document["signature"]
    assert "far more than chance" in document["sentence"]
    assert {"break_kappa", "boundary_similarity", "nominal_alpha", "same_segmentation"} <= set(document)


def test_trees_and_the_second_distance(trees: Path) -> None:
    first, second = (
        json.loads(run("agreement", trees, "--distance", distance, "--resamples", 0, "-f", "json").stdout)
        for distance in ("d1", "d2")
    )
    assert first["alpha"] != second["alpha"]
    assert first["alpha_interval"] is None
    assert "shape:nested|distance:d2" in second["signature"]


def test_against_lengths_and_annotators(crowd: Path) -> None:
    result = run("agreement", crowd, "--against", crowd, "--by-length", "--annotators", "--resamples", 0, "-f", "json")
    document = json.loads(result.stdout)
    assert document["against"]["queries"] == 30
    assert document["against"]["alpha"] > document["alpha"]
    assert sum(row["queries"] for row in document["by_length"]) == 30
    assert {row["annotator"] for row in document["annotators"]} == {f"a{number}" for number in range(10)}
    assert document["cohen_kappa"]["pairs"] == 45


def test_the_table_ends_with_a_sentence(crowd: Path) -> None:
    result = run("agreement", crowd, "--resamples", 0, "--by-length", "--annotators")
    assert result.returncode == 0
    assert "Without each annotator" in result.stdout
    *_, sentence, signature = result.stdout.strip().splitlines()
    assert sentence.startswith("Annotators agree with each other")
    assert signature.startswith("signature: ")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--shape", "round"), "no shape is called 'round'"),
        (("--distance", "d3"), "choose one of d1, d2"),
        (("--shape", "nested"), "ask for --shape flat"),
        (("--against", "nowhere.jsonl"), "no such file"),
    ],
)
def test_mistakes_are_one_line(crowd: Path, options: tuple[str, ...], told: str) -> None:
    result = run("agreement", crowd, *options)
    assert result.returncode == 2
    assert result.stdout == ""
    assert told in result.stderr
    assert result.stderr.count("\n") == 1


def test_long_trees_are_estimated_and_the_error_is_stated(tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    spammer = next(one for one in ANNOTATORS if (one.name, one.kind) == ("spammer", Kind.NESTED))
    write_corpus(simulated_corpus(spammer, queries=5, annotators=3, lengths=(15,)), file)
    result = run("agreement", file, "--estimate", 1000, "--resamples", 0, "-f", "json")
    assert "S may be off by 0.0310" in result.stderr
    document = json.loads(result.stdout)
    assert document["S_error"] == pytest.approx(0.031, abs=0.001)
    assert document["estimated"]
    assert "chance:estimated-1000-pairs" in document["signature"]


def test_the_middle_path_is_reproduced(crowd: Path, trees: Path) -> None:
    result = run("reproduce", "middle-path", crowd, trees, "--queries", 60, "--lengths", "3-5", "-f", "json")
    document = json.loads(result.stdout)
    assert [row["dataset"] for row in document["4"]] == ["crowd", "trees"]
    assert all(row["agrees"] for row in document["5"])
    assert all(row["holds"] for row in document["claims"])
    assert {row["words"] for row in document["distances"]} == {3, 4, 5}
    assert "Table 5" in run("reproduce", "middle-path", "--table", "5").stdout


@pytest.mark.parametrize(
    ("options", "told"),
    [(("--table", "9"), "no table is called '9'"), (("--lengths", "x"), "lengths 'x'"), (("--lengths", "5-99"), "can be counted")],
)
def test_mistakes_about_the_middle_path(options: tuple[str, ...], told: str) -> None:
    result = run("reproduce", "middle-path", *options)
    assert result.returncode == 2
    assert told in result.stderr


def test_few_queries_are_warned_of_and_one_has_no_alpha(tmp_path: Path) -> None:
    file = tmp_path / "few.jsonl"
    write_corpus(simulated_corpus(ANNOTATORS[0], queries=19), file)
    result = run("agreement", file, "--resamples", 100)
    assert result.stderr == (
        "warning: 19 queries are few: with fewer than 20 the 95 % interval of alpha holds the true value less often than that\n"
    )
    assert "warning" not in result.stdout
    write_corpus(simulated_corpus(ANNOTATORS[0], queries=1), file)
    result = run("agreement", file, "--format", "json")
    document = json.loads(result.stdout)
    assert (result.returncode, result.stderr) == (0, "")
    assert (document["alpha"], document["alpha_interval"], document["nominal_alpha"]) == (None, None, None)
    assert "With one query alpha has no value" in document["sentence"]


def test_trees_over_two_words(tmp_path: Path) -> None:
    file = tmp_path / "two.jsonl"
    file.write_text(
        "".join(f'{{"id": "{n}", "text": "new york", "votes": [{{"nested": "(new york)", "count": 3}}]}}\n' for n in range(3))
    )
    result = run("agreement", file, "--shape", "nested")
    assert (result.returncode, result.stderr) == (0, "")
    assert "A tree over two words has only one shape" in result.stdout
