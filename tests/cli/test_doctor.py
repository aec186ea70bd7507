from __future__ import annotations

import json

import pytest

from caesura.lexicon import compiled_here
from caesura.segmenters import kernel_here
from tests.cli.commands import run


def test_it_says_which_path_runs() -> None:
    parts = {row["part"]: row for row in json.loads(run("doctor", "--format", "json").stdout)}
    assert parts["lexicon look-up"]["state"] == ("compiled" if compiled_here() else "plain Python")
    assert parts["segmenting kernel"]["state"] == ("compiled" if kernel_here() else "plain Python")
    assert parts["default lexicon"]["note"].endswith(".lexicon")


def test_the_plain_path_can_be_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = run("segment", "new york times square dance", "--format", "json")
    monkeypatch.setenv("CAESURA_PLAIN", "1")
    parts = {row["part"]: row for row in json.loads(run("doctor", "--format", "json").stdout)}
    assert parts["CAESURA_PLAIN"]["note"] == "everything runs in plain Python"
    for kernel in ("lexicon look-up", "segmenting kernel", "parser", "window counter"):
        assert parts[kernel] == {"part": kernel, "state": "plain Python", "note": "slower, same results; unset CAESURA_PLAIN"}
    assert run("segment", "new york times square dance", "--format", "json") == answer
