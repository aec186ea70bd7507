"""The lexicon a command works with: the user's, or the default one, unpacked with a word to whoever is waiting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from caesura.lexicon import Lexicon


def opened_lexicon(name: str | None) -> Lexicon:
    """The named lexicon; without a name (or by the name `default`) the one that comes with Caesura."""
    from caesura.lexicon import open_lexicon

    return open_lexicon(name, announce=lambda text: typer.echo(f"note: {text}", err=True))


def lexicon_for(method: str, name: str | None) -> Lexicon | None:
    """As `opened_lexicon`, or None where the method needs none and none was named."""
    from caesura.segment import method_named

    return opened_lexicon(name) if name is not None or method_named(method).needs_lexicon else None
