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


def lexicon_for(method: str, name: str | None, model: str | None = None) -> Lexicon | None:
    """As `opened_lexicon`, or None where the method needs none and none was named. A model that was trained with another lexicon
    is reported: it answers, but its probabilities mean little."""
    from caesura.segmenters import METHODS

    if name is None and not METHODS[method].needs_lexicon:
        return None
    opened = opened_lexicon(name)
    if METHODS[method].takes_model and (name is not None or model is not None):
        _warn_of_another(opened, model)
    return opened


def _warn_of_another(lexicon: Lexicon, model: str | None) -> None:
    from caesura.segmenters import model_of

    if not model_of(model).was_trained_with(lexicon):
        cure = (
            "train one for this lexicon (caesura train) or name another --method"
            if model is None
            else "name that one with --lexicon"
        )
        typer.echo(f"note: the model of learned was trained with another lexicon and may do badly with this one; {cure}", err=True)
