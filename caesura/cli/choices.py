"""Options whose value is one of a few names: the help lists them, and shells complete them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import typer


def choice(known: Iterable[str], *flags: str, help: str, **others: Any) -> Any:
    """`typer.Option` for one name (or several, as its help says) of those; whoever takes the name refuses others."""
    return typer.Option(*flags, help=f"{help}: {', '.join(known)}.", autocompletion=lambda: list(known), **others)
