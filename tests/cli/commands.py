"""Running the command line in tests: in this process, with stdout and stderr apart."""

from __future__ import annotations

import contextlib
import functools
import io
import sys
from dataclasses import dataclass
from typing import Any
from unittest import mock

import typer.main

from caesura.cli import app, main
from caesura.cli.main import COMMANDS


@dataclass(frozen=True)
class Result:
    returncode: int
    stdout: str
    stderr: str


def run(*arguments: object, stdin: str | bytes = "") -> Result:
    """`run("corpus", "info", path)` as the shell would."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    given = io.TextIOWrapper(io.BytesIO(stdin.encode() if isinstance(stdin, str) else stdin), encoding="utf-8")
    code: Any = 0
    with (
        mock.patch.object(sys, "argv", ["caesura", *map(str, arguments)]),
        mock.patch.object(sys, "stdin", given),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as exit:
            code = exit.code
    return Result(code if isinstance(code, int) else 0 if code is None else 1, _text(out), _text(err))


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()


@functools.cache
def all_commands() -> dict[tuple[str, ...], Any]:
    """Every command that does something, by the words that call it."""
    root: Any = typer.main.get_command(app)
    found: dict[tuple[str, ...], Any] = {}
    pending: list[tuple[tuple[str, ...], Any]] = [((name,), root.get_command(None, name)) for name in COMMANDS]
    while pending:
        path, command = pending.pop()
        if hasattr(command, "commands"):
            pending += [((*path, name), inner) for name, inner in command.commands.items()]
        else:
            found[path] = command
    return dict(sorted(found.items()))
