"""Options whose value is a name from a registry: the help lists the names, and shells complete them.

A registry is given by its door, as `segmenters:METHODS`, and looked into only when the help is shown: a command that runs
does not wait for it. Whoever takes the name refuses others, with the names there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module
from typing import Any

import typer

_REFERENCE = re.compile(r"\{([\w.]+:\w+)\}")


def choice(registry: str, *flags: str, help: str, **others: Any) -> Any:
    """`typer.Option` for a name of that registry, or for several where its help says so."""

    def completed(incomplete: str) -> list[str]:
        return [name for name in _names(registry) if name.startswith(incomplete)]

    return typer.Option(*flags, help=f"{help}: {{{registry}}}.", autocompletion=completed, **others)


def with_choices(text: str) -> str:
    """A help text with the names in place of the registry."""
    return _REFERENCE.sub(lambda reference: ", ".join(_names(reference[1])), text)


def list_when_shown(command: Any) -> None:
    """Let a command (or a group of them) look up the names when its help is asked for."""
    for inner in getattr(command, "commands", {}).values():
        list_when_shown(inner)
    show = command.format_help

    def format_help(*arguments: Any) -> None:
        for parameter in command.params:
            if getattr(parameter, "help", None):
                parameter.help = with_choices(parameter.help)
        show(*arguments)

    command.format_help = format_help


def _names(registry: str) -> Iterable[str]:
    module, _, name = registry.partition(":")
    registered = getattr(import_module(f"caesura.{module}"), name)
    names: Iterable[str] = registered() if callable(registered) else registered
    return names
