"""A small lexicon of our own, in memory and as a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from caesura.lexicon import SEED, Lexicon, MemoryLexicon, build_from_ngrams

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


def lexicon_file(
    path: Path, counts: Mapping[str, int], titles: Iterable[str] = (), total: int | None = None, seed: int = SEED
) -> Lexicon:
    """The same n-grams as a mapped file; texts must be folded and single-spaced."""
    import numpy as np

    known = set(titles)
    ngrams = sorted({*counts, *known})
    build_from_ngrams(
        path,
        [
            (
                "\n".join(ngrams).encode(),
                np.array([counts.get(ngram, 0) for ngram in ngrams], np.uint64),
                np.array([ngram in known for ngram in ngrams], np.bool_),
            )
        ],
        sources=[],
        total=total,
        seed=seed,
    )
    return Lexicon.open(path)


@pytest.fixture
def mapped(tmp_path: Path) -> Lexicon:
    return lexicon_file(tmp_path / "small.lexicon", COUNTS, TITLES)
