"""Shared fixtures: where the optional large data lies."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_DATA = Path(os.environ.get("CAESURA_DATA", Path(__file__).parents[2] / "shared" / "data"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder with the real corpora; tests that need it are skipped where it is missing."""
    if not _DATA.is_dir():
        pytest.skip("the real corpora are not here: set CAESURA_DATA to their folder")
    return _DATA
