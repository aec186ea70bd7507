"""The house rules that no linter knows: doors, which room may look into which, sizes, and what a file is for."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from scripts import rooms

FILES = sorted(rooms.PACKAGE.rglob("*.py"))


def test_every_import_keeps_to_the_table_of_rooms() -> None:
    assert list(rooms.faults()) == []


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("shapes/flat.py", "from caesura.corpus import Query", "shapes may not look into corpus"),
        ("cli/train.py", "import caesura.labels.glad", "go through the door caesura.labels"),
        ("corpus/_scan.pyx", "from caesura.lexicon._table cimport Table", "corpus may not look into lexicon"),
        ("attic/__init__.py", "", "caesura/attic: no row"),
    ],
)
def test_the_check_of_rooms_sees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, fault: str) -> None:
    file = tmp_path / "caesura" / name
    file.parent.mkdir(parents=True)
    file.write_text(text)
    monkeypatch.setattr(rooms, "PROJECT", tmp_path)
    monkeypatch.setattr(rooms, "PACKAGE", tmp_path / "caesura")
    (line,) = rooms.faults()
    assert fault in line


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(rooms.PACKAGE)))
def test_files_are_short_and_say_what_they_are_for(file: Path) -> None:
    text = file.read_text()
    assert len(text.splitlines()) <= 400, "split it in two"
    assert ast.get_docstring(ast.parse(text)), "begin with a docstring that says what the file is for"


def test_one_class_name_means_one_thing() -> None:
    """A reader who knows `Item` from one room must not meet another `Item` elsewhere. A rule's file calls its own `Parameters`."""
    places: dict[str, list[str]] = {}
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(str(file.relative_to(rooms.PACKAGE)))
    twice = {name: files for name, files in places.items() if len(files) > 1}
    assert all(file.startswith("campaign/rules/") for file in twice.pop("Parameters"))
    assert twice == {}


#: What a door has for users alone: what its functions give, raise or warn with, and single coefficients and windows.
FOR_USERS = frozenset(
    [
        "Adapted",
        "LogDomain",
        "NotConvergedWarning",
        "ParsedQuery",
        "ServiceError",
        "TreebankQuery",
        "UnorderedWindow",
        "all_nested",
        "boundary_similarity",
        "cohen_kappa",
        "mean_boundary_similarity",
        "read_model",
    ]
)


def _code_in(page: Path) -> list[str]:
    """What stands as code in a page of the docs: prose may use the same words."""
    text = page.read_text(encoding="utf-8")
    return [text] if page.suffix == ".py" else re.findall(r"```.*?```|`[^`\n]+`|^    .*$", text, re.S | re.M)


def test_a_door_exports_what_other_rooms_docs_and_users_use() -> None:
    exported = {
        door.parent.name: re.findall(r" as (\w+)$", door.read_text(), re.M) for door in sorted(rooms.PACKAGE.glob("*/__init__.py"))
    }
    imported = re.compile(r"^\s*from caesura\.(\w+) import (\([^)]*\)|.*)", re.M)
    by_room = re.compile(rf"\b({'|'.join(exported)})[.:](\w+)")
    used = {(room, name) for room in exported for name in FOR_USERS}
    for file in (path for folder in ("caesura", "bench", "recipes", "scripts") for path in (rooms.PROJECT / folder).rglob("*.py")):
        own, text = file.relative_to(rooms.PROJECT).parts[1], file.read_text()
        used |= {(room, name) for room, names in imported.findall(text) if room != own for name in re.findall(r"\w+", names)}
        used |= {pair for pair in by_room.findall(text) if pair[0] != own}
    pages = [*(rooms.PROJECT / "docs").rglob("*.md"), *rooms.PROJECT.glob("*.md"), rooms.PACKAGE / "__init__.py"]
    named = {word for page in pages for code in _code_in(page) for word in re.findall(r"\w+", code)}
    unused = {room: [n for n in names if n not in named and (room, n) not in used] for room, names in exported.items()}
    assert {room: names for room, names in unused.items() if names} == {}
