"""Which room may look into which: the table in docs/architecture.md, checked against every import of the package.

The table is the only place where the rules stand. Nothing may reach past a door either: a room imports another one by its
`__init__.py`, or by that of a folder in it which is a door too (a side door). Cython files may import a room's own `.pxd`
declarations by their file, because a door cannot pass C functions on; which room they look into is checked all the same.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).parents[1]
PACKAGE = PROJECT / "caesura"
TABLE = PROJECT / "docs" / "architecture.md"
#: Rooms that everybody may use, and the two that belong to nobody: the package's own front and `python -m caesura`.
EVERYWHERE = "foundation"
FRONT = ("__init__.py", "__main__.py")


@dataclass(frozen=True)
class Import:
    """One import of a module of Caesura: where it stands, what it names, and whether it takes C declarations."""

    file: Path
    line: int
    module: str
    of_declarations: bool = False

    @property
    def room(self) -> str:
        return self.module.split(".")[1]

    @property
    def passes_the_door(self) -> bool:
        return self.module.count(".") > 1 and not _is_door(self.module)


@cache
def _is_door(module: str) -> bool:
    door = PROJECT.joinpath(*module.split("."), "__init__.py")
    return door.exists() and "lazy_door(__name__)" in door.read_text(encoding="utf-8")


def allowed() -> dict[str, frozenset[str]]:
    """Room -> rooms it may look into, from the table in the docs."""
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\| ([^|]*) \|$", TABLE.read_text(encoding="utf-8"), re.M)
    above: list[str] = []
    rules = {}
    for room, rule in rows:
        named = set(above) if rule == "all" else set() if rule == "–" else set(rule.split(", "))
        unknown = named - set(above)
        if unknown:
            raise SystemExit(f"{TABLE.name}: `{room}` may look into {', '.join(sorted(unknown))}, which no row above it names")
        rules[room] = frozenset({*named, EVERYWHERE, room})
        above.append(room)
    return rules


def imports_in(file: Path) -> Iterator[Import]:
    """Every import of a module of Caesura in a Python or Cython file."""
    text = file.read_text(encoding="utf-8")
    if file.suffix in (".pyx", ".pxd"):
        for number, line in enumerate(text.splitlines(), start=1):
            statement = re.match(r"\s*(?:from\s+(caesura[\w.]*)\s+(c?)import\b|(c?)import\s+(caesura[\w.]*))", line)
            if statement and "." in (module := statement[1] or statement[4]):
                yield Import(file, number, module, bool(statement[2] or statement[3]))
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and (node.module or "").startswith("caesura."):
            yield Import(file, node.lineno, str(node.module))
        elif isinstance(node, ast.ImportFrom) and node.module == "caesura":
            yield from (Import(file, node.lineno, f"caesura.{a.name}") for a in node.names if (PACKAGE / a.name).is_dir())
        elif isinstance(node, ast.Import):
            yield from (Import(file, node.lineno, alias.name) for alias in node.names if alias.name.startswith("caesura."))


def faults() -> Iterator[str]:
    """One line for each import that breaks a rule, and for each folder without a row."""
    rules = allowed()
    folders = {door.parent.name for door in PACKAGE.glob("*/__init__.py")}
    yield from (f"caesura/{room}: no row in {TABLE.name}" for room in sorted(folders - set(rules)))
    for file in sorted(path for kind in ("*.py", "*.pyx", "*.pxd") for path in PACKAGE.rglob(kind)):
        own = file.relative_to(PACKAGE).parts[0]
        for taken in imports_in(file):
            place = f"{file.relative_to(PROJECT)}:{taken.line}"
            if taken.room not in rules:
                continue
            if own not in FRONT and taken.room not in rules.get(own, frozenset()):
                yield f"{place}: {own} may not look into {taken.room} (docs/{TABLE.name})"
            if own not in FRONT and taken.room != own and taken.passes_the_door and not taken.of_declarations:
                yield f"{place}: imports {taken.module}: go through the door caesura.{taken.room}"


def main() -> None:
    broken = list(faults())
    sys.stdout.writelines(f"{line}\n" for line in broken)
    if broken:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
