"""Small tables for tests: the same counts and titles as a file and as a dict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from caesura.lexicon import build_from_ngrams
from caesura.shapes import fold


def folded(text: str) -> str:
    return " ".join(map(fold, text.split()))


def write(path: Path, counts: Mapping[str, int], titles: Iterable[str] = (), *, total: int | None = None) -> Path:
    """The table that `MemoryLexicon(counts, titles)` is in memory."""
    entries: dict[str, tuple[int, bool]] = {}
    for text, count in counts.items():
        if count:
            entries[folded(text)] = (entries.get(folded(text), (0, False))[0] + count, False)
    for title in titles:
        entries[folded(title)] = (entries.get(folded(title), (0, False))[0], True)
    lines = "\n".join(entries).encode("utf-8", "surrogatepass")
    numbers = np.array([count for count, _ in entries.values()], np.uint64)
    build_from_ngrams(
        path, [(lines, numbers, np.array([title for _, title in entries.values()], bool))], sources=[{"name": "test"}], total=total
    )
    return path
