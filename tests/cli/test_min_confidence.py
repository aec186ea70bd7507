"""`--min-confidence` of the commands that segment and phrase."""

from __future__ import annotations

import json

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
    assert result.stdout == '+(new york square dance) "new york"^2\n'


@pytest.mark.parametrize("command", [("segment",), ("phrase",)])
def test_a_method_without_probabilities_is_refused(command: tuple[str, ...]) -> None:
    result = run(*command, "new york hotel", "--method", "titles", "--min-confidence", "0.5")
    assert result.returncode == 2
    assert result.stderr == (
        "caesura: min_confidence has nothing to go by: the method titles knows no probabilities; "
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
    result = run("phrase", "new york|hotel", "--min-confidence", "0.5")
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert "the segments have no probabilities" in result.stderr


def test_options_that_need_a_method_say_so() -> None:
    assert "--model without --method" in run("phrase", "new york|hotel", "--model", "x").stderr
    assert "--lexicon without --method" in run("phrase", "new york|hotel", "--lexicon", "x").stderr


def test_a_probability_lies_between_0_and_1() -> None:
    assert run("segment", "new york", "--min-confidence", "1.5").returncode == 2
    assert run("phrase", "new york|x", "--min-confidence", "1.5").returncode == 2
