"""Every example in README and docs is run: `$` lines of console blocks, and python blocks."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_BLOCK = re.compile(r"^( *)```(console|python)\n(.*?)^\1```", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Example:
    command: str
    expected: tuple[str, ...]
    line: int


def blocks(page: Path, language: str) -> list[tuple[int, str]]:
    text = page.read_text()
    return [(text[: match.start()].count("\n") + 2, match[3]) for match in _BLOCK.finditer(text) if match[2] == language]


def examples(page: Path) -> list[Example]:
    found = []
    for start, block in blocks(page, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            line = start + block[: block.index(part)].count("\n")
            found.append(
                Example(command, tuple(row.rstrip() for row in output.rstrip().split("\n")) if output.strip() else (), line)
            )
    return found


#: What the page of integrations needs besides the packages of the tests.
LIBRARIES = ("crowdkit", "datasets", "duckdb", "pyterrier", "spacy")

#: Pages that are run from end to end, server included, by a test of their own.
WHOLE = {"from-log-to-service.md"}


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if examples(page) and page.name not in WHOLE],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_console_examples(page: Path, folder: Path, environment: dict[str, str]) -> None:
    for example in examples(page):
        run_example(page, example, folder, environment)


def run_example(page: Path, example: Example, folder: Path, environment: dict[str, str]) -> None:
    """One command prints what the page says."""
    result = subprocess.run(
        ["bash", "-c", example.command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    printed = tuple(row.rstrip() for row in result.stdout.rstrip().split("\n")) if result.stdout.strip() else ()
    where = f"{page.relative_to(ROOT)}:{example.line}: $ {example.command}"
    assert matches(example.expected, printed), (
        f"{where}\nexpected:\n" + "\n".join(example.expected) + "\nprinted:\n" + "\n".join(printed)
    )


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=lambda page: str(page.relative_to(ROOT)))
def test_python_examples(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in LIBRARIES if page.name == "integrations.md" else ():
        pytest.importorskip(library, reason=f"{library} is not installed: see requirements/peers.txt")
    monkeypatch.chdir(folder)
    namespace: dict[str, object] = {}
    for line, block in blocks(page, "python"):
        exec(compile("\n" * (line - 1) + block, str(page), "exec"), namespace)  # noqa: S102


def matches(expected: tuple[str, ...], printed: tuple[str, ...]) -> bool:
    """Line by line; a line `...` stands for any number of lines."""
    if "..." not in expected:
        return expected == printed
    at = expected.index("...")
    if expected[:at] != printed[:at]:
        return False
    rest = expected[at + 1 :]
    return any(matches(rest, printed[start:]) for start in range(at, len(printed) + 1))


def test_matching_can_fail() -> None:
    assert matches(("a", "...", "c"), ("a", "b", "b", "c"))
    assert matches(("a", "..."), ("a",))
    assert not matches(("a", "...", "c"), ("a", "b"))
    assert not matches(("a",), ("a", "b"))
