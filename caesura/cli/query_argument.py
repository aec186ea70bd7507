"""The argument of commands that take one query, or with - one from each line of stdin."""

from __future__ import annotations

import os
import sys

import typer


def is_query(text: str) -> bool:
    """Whether the argument is a query itself. The name of a file is one too, but hardly meant as such: a note says so."""
    if text == "-":
        if sys.stdin.isatty():
            typer.echo("reading queries from the keyboard, one per line; end with Ctrl-D", err=True)
        return False
    if os.path.isfile(text):  # noqa: PTH113 - Path raises for a query that is too long for a name
        typer.echo(f"note: {text} is taken as a query; to read a query from each line of the file, write: < {text}", err=True)
    return True
