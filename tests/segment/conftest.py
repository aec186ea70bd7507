"""A small lexicon of our own, in memory and as a file."""

from __future__ import annotations

import pytest

from caesura.lexicon import MemoryLexicon

COUNTS = {
    "new": 9000,
    "york": 4000,
    "times": 6000,
    "square": 3000,
    "dance": 5000,
    "new york": 3000,
    "york times": 300,
    "times square": 700,
    "square dance": 60,
    "new york times": 290,
    "cheap": 2000,
    "flights": 1800,
    "cheap flights": 500,
    "to": 50000,
    "flights to": 400,
    "to new": 250,
}
TITLES = ["new york", "new york times", "times square", "square dance", "carpe diem baby"]


@pytest.fixture
def lexicon() -> MemoryLexicon:
    return MemoryLexicon(COUNTS, TITLES)
