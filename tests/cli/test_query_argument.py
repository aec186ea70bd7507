"""The argument of `segment`, `phrase`, `nest` and `parse`: a query, though it may look like a file."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from caesura.cli.query_argument import is_query
from tests.cli.commands import run


@pytest.mark.parametrize("command", [("segment", "--method", "none"), ("phrase", "--method", "none")])
def test_the_name_of_a_file_is_a_query_and_a_note_says_so(command: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "log.txt"
    file.write_text("new york hotels\n")
    result = run(*command, file)
    assert (result.returncode, result.stdout) == (0, f"{file}\n")
    assert result.stderr == f"note: {file} is taken as a query; to read a query from each line of the file, write: < {file}\n"
    assert run(*command, "log.txt").stderr == ""


def test_any_text_can_be_asked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert is_query("x" * 5000)
    assert is_query("a\0b")
    assert not is_query("-")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    assert not is_query("-")
    assert "from the keyboard" in capsys.readouterr().err
