"""Compiled or plain: one place says which twin runs.

Every compiled module has a plain twin that gives the same answers. The compiled one runs where it could be built, unless the
environment variable CAESURA_PLAIN is set (to anything but 0): then everything runs in plain Python, from the command line too.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from typing import Any

PLAIN_VARIABLE = "CAESURA_PLAIN"


def plain_is_forced() -> bool:
    """Whether the environment asks for the plain path."""
    return os.environ.get(PLAIN_VARIABLE, "0") not in ("", "0")


def compiled_twin(module: str) -> Any:
    """The compiled module of that full name; None where it could not be built, or where the plain path is asked for."""
    return None if plain_is_forced() else _imported(module)


def not_compiled_cure() -> str:
    """What to do to get the fast path."""
    return f"unset {PLAIN_VARIABLE}" if plain_is_forced() else "install a C compiler and reinstall caesura"


@cache
def _imported(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError:  # nothing could be compiled here
        return None
