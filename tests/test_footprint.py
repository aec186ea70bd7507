"""What `pip install caesura` puts on a disk: data that grows does so on purpose, and the README says how much there is."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
#: Left out of wheels (pyproject.toml).
_ONLY_SOURCES = (".pyx", ".pxd")


@pytest.fixture(scope="module")
def installed() -> dict[str, int]:
    """Files of the package in a checkout that go into a wheel, with their bytes; compiled kernels come on top (1.4 MB)."""
    try:
        listed = subprocess.run(["git", "ls-files", "caesura"], cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout: what belongs to the package is not known")
    paths = [PROJECT / name for name in listed.splitlines() if not name.endswith(_ONLY_SOURCES)]
    return {str(path.relative_to(PROJECT)): path.stat().st_size for path in paths if path.exists()}


def test_the_package_stays_within_its_room(installed: dict[str, int]) -> None:
    # 27.0 MB when this was written: the default lexicon 13.7, word vectors 4.0, the parser 2.9, Python files 3.4. With what it
    # needs, compiled, that was 119.8 MB on a disk; 120 are promised.
    assert sum(installed.values()) < 27_200_000, sorted(installed, key=installed.__getitem__)[-10:]


def test_no_source_is_large(installed: dict[str, int]) -> None:
    """Data lies in files of its own, packed, and not in modules or pages."""
    large = [name for name, size in installed.items() if name.endswith((".py", ".html", ".css", ".js")) and size > 60_000]
    assert large == []


def test_the_readme_says_how_much_it_is(installed: dict[str, int]) -> None:
    stated = re.search(r"The wheel is (\d+) MB;", (PROJECT / "README.md").read_text(encoding="utf-8"))
    assert stated is not None
    data = sum(size for name, size in installed.items() if not name.endswith((".py", ".pyi", ".html", ".css", ".js")))
    # Data does not get smaller in a wheel; code does, to a quarter.
    assert 0 <= int(stated[1]) - data / 1e6 < 2
