"""A lexicon by the name a user gives: a file, or `default` for the one that comes with the package."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from caesura.foundation import PathLike
from caesura.lexicon.default import default_lexicon, default_lexicon_path
from caesura.lexicon.lexicon import Lexicon
from caesura.lexicon.protocol import LexiconLike

#: Stands for the lexicon in the package, unless there is a file of that name.
DEFAULT_NAME = "default"


def open_lexicon(name: PathLike | None = None, *, announce: Callable[[str], None] | None = None) -> Lexicon:
    """Open a lexicon file, or the default one where no name (or `default`) is given.

    `announce` gets a line before the default is unpacked for the first time, which takes a few seconds.
    """
    return default_lexicon(announce) if _is_default(name) or name is None else Lexicon.open(name)


def lexicon_path(name: PathLike | None = None) -> Path:
    """The file that a name stands for, unpacked first where it is the default one."""
    return default_lexicon_path() if _is_default(name) or name is None else Path(name)


def is_default(lexicon: LexiconLike) -> bool:
    """Whether it holds what the default lexicon holds, whatever its file is called."""
    header = getattr(lexicon, "header", None)
    return header is not None and header.body_digest == default_lexicon().header.body_digest


def lexicon_fact(lexicon: LexiconLike | None) -> str:
    """What signatures say of a lexicon: its name and its fingerprint, whatever its file is called now."""
    used = default_lexicon() if lexicon is None else lexicon
    header = getattr(used, "header", None)
    if header is None:
        return "in-memory"
    name = "default" if is_default(used) else Path(getattr(used, "path", "given")).stem
    return f"{name}#{header.body_digest.hex()[:8]}"


def _is_default(name: PathLike | None) -> bool:
    return name is None or (str(name) == DEFAULT_NAME and not Path(name).exists())
