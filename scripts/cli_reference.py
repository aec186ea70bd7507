"""Writes docs/reference/cli.md from the commands themselves; `--check` fails where the page is out of date."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import typer
import typer.main

from caesura.cli import app
from caesura.cli.choices import with_choices
from caesura.cli.main import COMMANDS

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "cli.md"
START = """# Command line

Made by `python -m scripts.cli_reference` from the commands themselves. Results go to stdout, progress and notes to stderr; `-` is
stdin. Exit codes: 0 done, 1 the answer is no, 2 the input is wrong (one line says where and what to do).
"""


def reference() -> str:
    """The whole page."""
    root: Any = typer.main.get_command(app)
    return "\n".join(
        [START, *(text for name in COMMANDS for text in _sections(f"caesura {name}", root.get_command(None, name), 2))]
    )


def _sections(path: str, command: Any, level: int) -> list[str]:
    help_text = " ".join((command.help or "").split())
    sections = [f"{'#' * level} {path}\n\n{help_text}\n"]
    if hasattr(command, "commands"):
        for name, inner in command.commands.items():
            sections += _sections(f"{path} {name}", inner, level + 1)
        return sections
    rows = [_row(parameter) for parameter in command.params if not getattr(parameter, "hidden", False) and parameter.name != "help"]
    if rows:
        sections[-1] += "\n| | | default |\n|---|---|---|\n" + "\n".join(rows) + "\n"
    if command.epilog:
        sections[-1] += f"\n```sh\n{command.epilog.removeprefix('Example:').strip()}\n```\n"
    return sections


def _row(parameter: Any) -> str:
    is_argument = parameter.param_type_name == "argument"
    name = (parameter.metavar or parameter.name.upper()) if is_argument else ", ".join([*parameter.opts, *parameter.secondary_opts])
    default = parameter.default
    shown = "" if default is None or default is False or callable(default) else str(getattr(default, "value", default))
    if parameter.required:
        shown = "required"
    text = " ".join(with_choices(getattr(parameter, "help", "") or "").split()).replace("|", "\\|")
    return f"| `{name}` | {text} | {shown.replace('|', chr(92) + '|')} |"


def main() -> None:
    made = reference()
    if "--check" in sys.argv:
        if not PAGE.exists() or PAGE.read_text() != made:
            sys.exit("docs/reference/cli.md is out of date; run: python -m scripts.cli_reference")
        return
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(made)


if __name__ == "__main__":
    main()
