"""`caesura doctor`: what is installed here, and which path runs."""

from __future__ import annotations

import importlib.util
import platform
import sys

import typer

from caesura.cli.output import Format, FormatOption, print_rows
from caesura.version import __version__

app = typer.Typer()

#: Optional packages: import name, what it is for, the extra that brings it.
_OPTIONAL: tuple[tuple[str, str, str], ...] = ()


@app.command(epilog="Example:  caesura doctor --format json")
def doctor(format: FormatOption = Format.TABLE) -> None:
    """Say which version, which Python, which optional parts are here, and whether the fast path runs."""
    rows = [
        {"part": "caesura", "state": __version__, "note": ""},
        {"part": "python", "state": platform.python_version(), "note": sys.executable},
    ]
    for module, purpose, extra in _OPTIONAL:
        found = importlib.util.find_spec(module) is not None
        rows.append(
            {
                "part": module,
                "state": "here" if found else "missing",
                "note": purpose if found else f"pip install 'caesura[{extra}]'",
            }
        )
    print_rows(rows, format, title="Caesura on this machine")
