"""`caesura nest` as a user calls it."""

from __future__ import annotations

import json

from tests.cli.commands import run


def test_one_query_is_drawn() -> None:
    result = run("nest", "weather in cape town", "--method", "bottom-up")
    assert result.returncode == 0
    assert result.stdout.split("\n")[0] == "weather   in   cape   town"


def test_forms() -> None:
    assert run("nest", "new york hotel", "-f", "bracket").stdout == "((new york) hotel)\n"
    assert run("nest", "new york hotel", "-f", "heights").stdout == "0 1\n"
    (found,) = json.loads(run("nest", "new york hotel", "-f", "json").stdout)
    assert found["brackets"] == "((new york) hotel)"
    assert [node["text"] for node in found["nodes"]] == ["new york hotel", "new york"]
    assert json.loads(run("nest", "new york hotel", "-f", "jsonl").stdout) == found


def test_lines_in_lines_out() -> None:
    result = run("nest", "-", "-f", "bracket", "-m", "balanced", stdin="a b c d\n\nx\n")
    assert result.stdout == "((a b) (c d))\n\nx\n"
    assert run("nest", "-", "-m", "balanced", stdin="a b\nx\n").stdout == "a   b\n└─┬─┘\n\nx\n"


def test_what_is_wrong_is_told_in_one_line() -> None:
    result = run("nest", "-", "-f", "jsonl", "-m", "balanced", stdin="a b\n\n")
    assert (result.returncode, result.stderr) == (2, "caesura: stdin:2: a query without words; leave empty queries out\n")
    assert "choose one of balanced" in run("nest", "a", "-m", "wrong").stderr
    assert "takes no model" in run("nest", "a", "-m", "balanced", "--model", "x").stderr


def test_the_methods_are_listed() -> None:
    assert "segment-pmi  " in run("nest", "--list").stdout
