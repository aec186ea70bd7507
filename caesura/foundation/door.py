"""Lazy doors: a room's `__init__.py` names what it exports, and loads each name when it is first used.

A door reads like ordinary imports, because it is: they stand under `if TYPE_CHECKING:`, where type checkers and people read
them, and `lazy_door(__name__)` takes names and modules from there. So each name is written once, and `import caesura` loads
nothing that is not asked for.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any


def lazy_door(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """`__getattr__`, `__dir__` and `__all__` for the package of that name, from its imports under `if TYPE_CHECKING:`."""
    sources = dict(sorted(_promised(package).items()))

    def load(name: str) -> Any:
        source = sources.get(name)
        if source is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, original = source
        value = getattr(import_module(module), original)
        setattr(sys.modules[package], name, value)  # the next look-up finds it without coming here
        return value

    names = list(sources)
    return load, lambda: sorted({*vars(sys.modules[package]), *names}), names


def _promised(package: str) -> dict[str, tuple[str, str]]:
    """Exported name -> module and name there, as the door's source lists them."""
    spec = sys.modules[package].__spec__
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        raise ImportError(f"the source of {package} is missing; install Caesura with its .py files")
    loader: Any = spec.loader  # get_data reads folders and zip files alike
    source = loader.get_data(spec.origin)
    imports = (
        statement
        for block in ast.parse(source).body
        if isinstance(block, ast.If) and isinstance(block.test, ast.Name) and block.test.id == "TYPE_CHECKING"
        for statement in block.body
        if isinstance(statement, ast.ImportFrom) and statement.module is not None
    )
    return {
        alias.asname or alias.name: (statement.module, alias.name)
        for statement in imports
        if statement.module is not None
        for alias in statement.names
    }
