"""`caesura syntax cues`, `train-segmenter`, `intent` and `train-intent` as their users call them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from caesura.syntax.cues.checked_sample import hashed_query
from tests.cli.commands import run

PAIRS = """tea pot how to clean\tHow to clean a tea pot?
price lisbon\tWhat is the price in Lisbon?
lisbon\tFlights to Lisbon
"""
THINGS = ("cups", "pots", "boats", "rugs", "towels", "lamps", "chairs", "doors", "windows", "shoes", "bags", "hats")
QUESTIONS = "".join(f"ask\tHow do I clean the {thing} of my house?\nplain\t{thing} shop\n" for thing in THINGS)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pairs.tsv").write_text(PAIRS)
    (tmp_path / "log.tsv").write_text(QUESTIONS)
    return tmp_path


def test_cues_are_counted_and_written(folder: Path) -> None:
    written = folder / "out.txt"
    result = run("syntax", "cues", folder / "pairs.tsv", "--output", written, "--format", "json")
    found = json.loads(result.stdout)
    assert found["real"]["pairs"] == 3
    assert found["real"]["rejected"]["title-begins-with-question-word"] == 1
    assert found["synthetic"]["pairs"] == 0
    assert written.read_text() == "tea pot|how to clean\nprice|lisbon\n"


def test_made_pairs_are_counted_apart_and_checked(folder: Path) -> None:
    (folder / "checked.txt").write_text("tea pot|how to clean\nprice lisbon\n")
    result = run(
        "syntax", "cues", folder / "pairs.tsv", "--questions", folder / "log.tsv", "--source", "ask",
        "--checked", folder / "checked.txt", "--format", "json",
    )  # fmt: skip
    found = json.loads(result.stdout)
    assert found["synthetic"]["pairs"] == sum(way["pairs"] for way in found["shortenings"].values()) > 5
    assert found["checked"]["real"]["met"] == 2
    assert found["checked"]["real"]["same"] == 1
    assert found["checked"]["real"]["segment_f1"] == pytest.approx(4 / 7)
    assert found["checked"]["synthetic"]["met"] == 0
    assert "rejected by" in run("syntax", "cues", folder / "pairs.tsv").stdout


def test_checked_queries_may_be_hashed(folder: Path) -> None:
    # sha256 of "price lisbon" and of "tea pot how to clean", as a shipped list of other people's queries has them
    rows = f"{hashed_query(('price', 'lisbon'))}\t1 1\n{hashed_query(['tea', 'pot', 'how', 'to', 'clean'])}\t2 3\n"
    (folder / "checked.tsv").write_text(rows)
    arguments = ("syntax", "cues", folder / "pairs.tsv", "--checked", folder / "checked.tsv")
    found = json.loads(run(*arguments, "--format", "json").stdout)["checked"]
    assert (found["queries"], found["real"]["met"], found["real"]["segment_f1"]) == (2, 2, 1)
    assert "Against 2 queries segmented by hand" in run(*arguments).stdout
    (folder / "checked.tsv").write_text("0123\ttwo\n")
    assert "checked.tsv:1: 'two' are not lengths of segments" in run(*arguments).stderr


def test_a_segmenter_is_trained_and_used(folder: Path) -> None:
    model, templates = folder / "breaks.weights", folder / "questions.templates"
    result = run(
        "syntax", "train-segmenter", folder / "pairs.tsv", "--questions", folder / "log.tsv", "--source", "ask",
        "-o", model, "--templates", templates, "--iterations", "5", "--format", "json",
    )  # fmt: skip
    found = json.loads(result.stdout)
    assert found["examples"] == found["real"]["kept"] + found["synthetic"]["kept"]
    assert found["held_out"]["real"]["queries"] + found["held_out"]["synthetic"]["queries"] > 0
    assert found["templates"]["pairs"] > 0
    used = run("syntax", "evaluate", "--commas", _commas(folder), "--model", model, "--templates", templates, "-m", "distpipe,q2q")
    assert "distant" in used.stdout


def test_a_model_from_hand_segmented_queries_is_trained_and_used(folder: Path) -> None:
    model, hand = folder / "hand.weights", folder / "hand.txt"
    hand.write_text("tea|how to make\ngreen tea\nlisbon|how to go\ncups|how to paint\nporto|how to reach\n")
    trained = run("syntax", "train-segmenter", "--segmented", hand, "-o", model, "--minimum", "1", "--format", "json")
    assert json.loads(trained.stdout)["queries"] == 5
    parsed = json.loads(run("parse", "oslo how to reach", "--model", model, "--format", "jsonl").stdout)
    assert (parsed["method"], [segment["text"] for segment in parsed["segments"]]) == ("supervised", ["oslo", "how to reach"])
    both = run("syntax", "train-segmenter", folder / "pairs.tsv", "--segmented", hand, "-o", model)
    assert (both.returncode, "train two models" in both.stderr) == (2, True)


def _commas(folder: Path) -> Path:
    file = folder / "commas.tsv"
    file.write_text("".join(f"cup {n}, tea\tWhat is cup {n} of tea?\n" for n in range(30)))
    return file


def test_intent_of_one_query_and_of_a_log() -> None:
    assert "yes" in run("syntax", "intent", "paper planes how to make").stdout
    found = [
        json.loads(line)
        for line in run("syntax", "intent", "--format", "jsonl", stdin="hotmail\n\nhow to knit\n").stdout.splitlines()
    ]
    assert [row["question_intent"] for row in found] == [False, True]


def test_a_detector_is_trained(folder: Path) -> None:
    model = folder / "intent.weights"
    result = run(
        "syntax", "train-intent", "--questions", folder / "log.tsv", "--source", "ask",
        "--log", folder / "log.tsv", "--log-source", "plain", "-o", model, "--format", "json",
    )  # fmt: skip
    assert json.loads(result.stdout)["synthetic"]["queries"] >= 2
    assert "question intent" in run("syntax", "intent", "how to knit", "--model", model).stdout


def test_a_detector_is_made_though_nothing_is_held_out(folder: Path) -> None:
    (folder / "one.tsv").write_text("tea how to make\tHow to make tea?\n")
    (folder / "few.txt").write_text("cheap flights\nhotmail\n")
    result = run(
        "syntax", "train-intent", folder / "one.tsv", "--log", folder / "few.txt", "-o", folder / "few.weights", "--format", "json"
    )
    assert (result.returncode, json.loads(result.stdout)["real"]) == (0, {"queries": 0})
    assert (folder / "few.weights").exists()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("cues",), "nothing to learn from"),
        (("train-segmenter", "{pairs}"), "no file to write to"),
        (("train-segmenter", "{pairs}", "--output", "no/x"), "its folder does not exist"),
        (("train-intent", "{pairs}"), "no plain log"),
        (("train-intent", "{pairs}", "--log", "{empty}", "--output", "no/x"), "its folder does not exist"),
        (("cues", "no-such-file"), "no such file"),
        (("evaluate",), "nothing to evaluate on"),
        (("evaluate", "--order", "x", "--commas", "{pairs}"), "no order is called 'x'"),
        (("evaluate", "--method", "x", "--synthetic", "{pairs}"), "no method is called 'x'"),
        (("evaluate", "--method", "gold", "--synthetic", "{pairs}"), "columns"),
        (("evaluate", "--synthetic", "{empty}"), "holds no question"),
    ],
)
def test_what_is_wrong_is_one_line(folder: Path, arguments: tuple[str, ...], problem: str) -> None:
    (folder / "empty").write_text("")
    result = run("syntax", *[word.format(pairs=folder / "pairs.tsv", empty=folder / "empty") for word in arguments])
    assert result.returncode == 2
    assert problem in result.stderr
    assert result.stderr.count("\n") == 1
