"""A lexicon of a few words, as a file: what the servers of these tests know."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from caesura.lexicon import build_from_ngrams

COUNTS = {
    "brown": 400,
    "bear": 300,
    "cub": 90,
    "brown bear": 80,
    "bear cub": 60,
    "lake": 700,
    "garden": 500,
    "lake garden": 9,
    "in": 9000,
    "cub in": 4,
}
TITLES = {"brown bear", "bear cub", "lake garden"}


def write_lexicon(path: Path) -> Path:
    ngrams = sorted(COUNTS)
    counts = np.array([COUNTS[ngram] for ngram in ngrams], np.uint64)
    titles = np.array([ngram in TITLES for ngram in ngrams], np.bool_)
    build_from_ngrams(path, [("\n".join(ngrams).encode(), counts, titles)], sources=[], total=None)
    return path
