"""The house rules that no linter knows: doors, sizes, and that every command explains itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "caesura"
FILES = sorted(PACKAGE.rglob("*.py"))
ROOMS = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_nothing_reaches_past_a_door(file: Path) -> None:
    own = file.relative_to(PACKAGE).parts[0]
    for module in imported(file):
        parts = module.split(".")
        if parts[0] == "caesura" and len(parts) > 2 and parts[1] in ROOMS:
            assert parts[1] == own, f"{file.name} imports {module}: go through the door caesura.{parts[1]}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_files_are_short_and_say_what_they_are_for(file: Path) -> None:
    text = file.read_text()
    assert len(text.splitlines()) <= 400, "split it in two"
    assert ast.get_docstring(ast.parse(text)), "begin with a docstring that says what the file is for"
