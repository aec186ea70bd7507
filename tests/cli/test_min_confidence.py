"""`--min-confidence` of the commands that segment and phrase."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.commands import run

SEGMENTED = json.dumps(
    {
        "query": "new york square dance",
        "segments": [{"text": "new york", "probability": 0.97}, {"text": "square dance", "probability": 0.4}],
    }
)


def test_segments_that_come_with_probabilities_are_filtered() -> None:
    result = run("phrase", SEGMENTED, "--input", "jsonl", "--engine", "lucene", "--min-confidence", "0.5")
    assert result.stdout == '+(new york square dance) "new york"^0.25\n'


@pytest.mark.parametrize("command", [("segment",), ("phrase",)])
def test_a_method_without_probabilities_is_refused(command: tuple[str, ...]) -> None:
    result = run(*command, "new york hotel", "--method", "titles", "--min-confidence", "0.5")
    assert result.returncode == 2
    assert result.stderr == (
        "caesura: min_confidence needs probabilities: the method titles has no probabilities; "
        "choose one that does, such as learned, or leave it out\n"
    )


def test_lines_come_out_as_single_queries_do() -> None:
    queries = ("los angeles garage door repair", "new york", "cheap flights to cape town")
    alone = "".join(run("segment", query, "--min-confidence", "0.6").stdout for query in queries)
    assert run("segment", "-", "--min-confidence", "0.6", stdin="".join(f"{query}\n" for query in queries)).stdout == alone
    assert alone.startswith('"los angeles" ')


def test_no_confidence_asked_for_is_none() -> None:
    query = "los angeles garage door repair"
    for command in (("segment",), ("phrase", "--method", "learned")):
        assert run(*command, query, "--min-confidence", "0").stdout == run(*command, query).stdout


def test_segments_without_probabilities_are_refused() -> None:
    result = run("phrase", "new york|hotel", "--input", "pipe", "--min-confidence", "0.5")
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert "the segments have none" in result.stderr


def test_options_of_segmenting_do_not_go_with_segments() -> None:
    for option in ("--model", "--lexicon"):
        assert f"{option} is for --input text" in run("phrase", "new york|hotel", "--input", "pipe", option, "x").stderr


def test_a_probability_lies_between_0_and_1() -> None:
    assert run("segment", "new york", "--min-confidence", "1.5").returncode == 2
    assert run("phrase", "new york|x", "--min-confidence", "1.5").returncode == 2


@pytest.fixture
def phrases(tmp_path: Path) -> Path:
    (tmp_path / "phrases.txt").write_text("garage door\n")
    return tmp_path / "phrases.txt"


def test_phrases_of_ones_own_pass_any_confidence(phrases: Path) -> None:
    query = "los angeles garage door repair"
    found = json.loads(run("segment", query, "--phrases", phrases, "--min-confidence", "0.8", "-f", "jsonl").stdout)
    chances = {segment["text"]: segment["probability"] for segment in found["segments"]}
    assert chances["garage door"] == 1
    alone = json.loads(run("segment", query, "-f", "jsonl").stdout)
    assert chances["los angeles"] == next(one["probability"] for one in alone["segments"] if one["text"] == "los angeles")


def test_phrase_takes_phrases(phrases: Path) -> None:
    found = run("phrase", "los angeles garage door repair", "--phrases", phrases, "--min-confidence", "0.99", "--engine", "quotes")
    assert found.stdout == 'los angeles "garage door" repair\n'
    refused = run("phrase", "a|b", "--input", "pipe", "--phrases", phrases)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
