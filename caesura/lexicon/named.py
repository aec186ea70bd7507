"""A lexicon by the name a user gives: a file, or `default` for the one that comes with the package."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from caesura.foundation import PathLike
from caesura.lexicon.default import default_lexicon
from caesura.lexicon.lexicon import Lexicon

#: Stands for the lexicon in the package, unless there is a file of that name.
DEFAULT_NAME = "default"


def open_lexicon(name: PathLike | None = None, *, announce: Callable[[str], None] | None = None) -> Lexicon:
    """Open a lexicon file, or the default one where no name (or `default`) is given.

    `announce` is told, before the default is unpacked for the first time, that this takes a few seconds.
    """
    if name is None or (str(name) == DEFAULT_NAME and not Path(name).exists()):
        return default_lexicon(announce)
    return Lexicon.open(name)
