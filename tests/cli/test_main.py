"""What holds for every command: help with an example, one-line errors, exit codes."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer.main

from caesura import __version__
from caesura.cli import app
from caesura.cli.main import PANELS
from tests.cli.commands import all_commands, run


@pytest.mark.parametrize("path", all_commands(), ids=" ".join)
def test_every_command_explains_itself(path: tuple[str, ...]) -> None:
    command = all_commands()[path]
    assert command.help, "the docstring is the help"
    assert command.epilog, "add epilog='Example:  caesura ...'"
    assert (
        command.epilog.startswith(f"Example:  caesura {' '.join(path)} ") or command.epilog == f"Example:  caesura {' '.join(path)}"
    )
    result = run(*path, "--help")
    assert result.returncode == 0
    assert "Example:" in result.stdout


def test_version() -> None:
    assert run("--version").stdout == f"caesura {__version__}\n"


@pytest.mark.parametrize(
    "arguments", [("nonsense",), ("corpus", "info"), ("corpus", "info", "x", "--format", "xml"), ("--nonsense",)]
)
def test_wrong_usage_is_one_line_and_exit_code_2(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith("caesura: ")
    assert result.stderr.count("\n") == 1


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").write_text("".join(f'{{"id": "{i}", "text": "a b", "votes": []}}\n' for i in range(20000)))
    command = f"{sys.executable} -m caesura corpus convert c.jsonl - | head -1"
    result = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, env=_environment())  # noqa: S602
    assert result.stdout == '{"id": "0", "text": "a b", "votes": []}\n'
    assert result.stderr == ""


def test_completion_can_be_shown() -> None:
    # The shell is found by looking at the parents of the process, so there must be one, whoever runs the tests.
    command = f"{shlex.quote(sys.executable)} -m caesura --show-completion; exit $?"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=_environment())
    assert "complete" in result.stdout


def _environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}


def test_help_groups_the_commands() -> None:
    shown = run("--help").stdout
    places = [shown.index(f"─ {panel} ─") for panel in PANELS]
    assert places == sorted(places)
    assert "─ Commands ─" not in shown
    for names in PANELS.values():
        assert all(f"│ {name} " in shown for name in names)


@pytest.mark.parametrize("path", [(), ("segment",), ("nest",)], ids=lambda path: " ".join(path) or "caesura")
def test_what_help_shows_is_what_the_command_prints(path: tuple[str, ...]) -> None:
    command: Any = all_commands()[path] if path else typer.main.get_command(app)
    described = " ".join((command.help or "").split())
    shown = re.search(r": ([a-z ]+) -> (.*?)\.$", described)
    assert shown is not None
    form = ("--format", "bracket") if path == ("nest",) else ()
    assert run(*(path or ("segment",)), shown[1], *form).stdout == f"{shown[2]}\n"


def test_a_misused_command_names_its_own_help() -> None:
    assert run("log", "sample", "queries.txt", "--size", "5").stderr.endswith("(see: caesura log sample --help)\n")
    assert run("nonsense").stderr.endswith("(see: caesura --help)\n")


def test_a_query_that_begins_with_a_dash_is_helped() -> None:
    result = run("phrase", '-"hot tub" hotels', "--engine", "lucene")
    assert (result.returncode, result.stdout) == (2, "")
    assert "put -- before text that begins with a dash" in result.stderr
    assert run("phrase", "--engine", "lucene", "--", '-"hot tub" hotels').stdout == '+(hotels) -"hot tub"\n'
