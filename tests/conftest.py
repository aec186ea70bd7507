"""Shared fixtures: where the optional large data lies."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# No deadlines: tests must not depend on how busy the machine is. On CI the same examples come every time; elsewhere new
# ones are tried with each run. A temporary folder shared by the examples of one test is what we want.
settings.register_profile(
    "caesura",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.load_profile("caesura")

_DATA = Path(os.environ.get("CAESURA_DATA", Path(__file__).parents[2] / "shared" / "data"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder with the real corpora; tests that need it are skipped where it is missing."""
    if not _DATA.is_dir():
        pytest.skip("the real corpora are not here: set CAESURA_DATA to their folder")
    return _DATA
