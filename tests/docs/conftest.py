"""Where the examples of the docs are run."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A `caesura` on the path that is this checkout, plain text output, and a cache of its own."""
    binaries = tmp_path_factory.mktemp("bin")
    command = binaries / "caesura"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m caesura "$@"\n')
    command.chmod(0o755)
    return os.environ | {"PATH": f"{binaries}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "TERM": "dumb"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The example files, as a reader of the docs would have them in front of her."""
    shutil.copytree(ROOT / "docs" / "examples", tmp_path, dirs_exist_ok=True)
    return tmp_path
