"""Compiled or plain: one place says which twin runs.

Every compiled module has a plain twin that gives the same answers. The compiled one runs where it could be built, unless the
environment variable CAESURA_PLAIN is set (to anything but 0): then everything runs in plain Python, from the command line too.
In a checkout that has moved on since its kernels were compiled they could answer otherwise, or not at all: the plain twins run
there as well, with one warning.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

PLAIN_VARIABLE = "CAESURA_PLAIN"
_PACKAGE = Path(__file__).parents[1]
#: Checksums of what the kernels of a checkout were compiled from; an installed package has none, and no sources either.
_COMPILED_FROM = Path(__file__).parent / "kernels.sha256"
_COMPILE = "compile them again with: python setup.py build_ext --inplace"


class StaleKernelsWarning(RuntimeWarning):
    """The kernels of this checkout were compiled from other sources than those that lie beside them."""


def plain_is_forced() -> bool:
    """Whether the environment asks for the plain path."""
    return os.environ.get(PLAIN_VARIABLE, "0") not in ("", "0")


def compiled_twin(module: str) -> Any:
    """The compiled module of that full name; None where it could not be built, or where the plain path is asked for."""
    return None if plain_is_forced() or kernels_are_stale() else _imported(module)


def not_compiled_cure() -> str:
    """What to do to get the fast path."""
    if plain_is_forced():
        return f"unset {PLAIN_VARIABLE}"
    return _COMPILE if kernels_are_stale() else "install a C compiler and reinstall caesura"


@cache
def kernels_are_stale() -> bool:
    """Whether the kernels of this checkout were compiled from other sources than those here; the first to ask warns."""
    stale = is_stale(_PACKAGE, _COMPILED_FROM)
    if stale:
        message = f"the kernels are older than their sources, the plain path runs; {_COMPILE}"
        warnings.warn(message, StaleKernelsWarning, stacklevel=3)
    return stale


def is_stale(package: Path, compiled_from: Path) -> bool:
    """Whether one of the files that `compiled_from` lists has changed or gone since `source_checksums` wrote it down."""
    try:
        recorded = compiled_from.read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    return recorded != "".join(source_checksums(package, [line.split("  ", 1)[1] for line in recorded.splitlines()]))


def source_checksums(package: Path, names: list[str] | None = None) -> Iterator[str]:
    """A line as sha256sum writes it for each Cython file of the package, or for those named; setup.py keeps them."""
    for name in names or sorted(p.relative_to(package).as_posix() for kind in ("*.pyx", "*.pxd") for p in package.rglob(kind)):
        file = package / name
        if file.is_file():
            yield f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {name}\n"


@cache
def _imported(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError:  # nothing could be compiled here
        return None
