"""The recipe of the word vectors on a small package and log: it finds the direction that tells breaks, and repeats itself."""

from __future__ import annotations

import io
import json
import random
import tarfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from caesura.segmenters.learned.vectors import DIMENSIONS, unpacked
from recipes import vector_directions
from recipes.vector_directions import directions, guessed_breaks, queries_of, words_around
from recipes.word_vectors import FROM_FORMULAS, PACKAGE, table

WORDS = [f"{first}{second}" for first in ("ba", "be", "do", "du", "fi", "ga") for second in ("ran", "lim", "sot", "ner", "pul")]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    draw = random.Random(1)
    path = tmp_path / "log.tsv"
    lines = [f"web\t{' '.join(draw.sample(WORDS, draw.randint(1, 4)))}" for _ in range(600)]
    path.write_text("\n".join([*lines, "web\tnew york hotels", "web\tNew  York hotels", "web\tone"]) + "\n")
    return path


@pytest.fixture
def package(tmp_path: Path) -> Path:
    draw = random.Random(2)
    vectors = {word: [draw.gauss(0, 1) for _ in range(100)] for word in ("new", "york", "hotels", *WORDS)}
    content = json.dumps({"vectors": vectors}).encode()
    path = tmp_path / "package.tgz"
    with tarfile.open(path, "w:gz") as archive:
        entry = tarfile.TarInfo(f"package/{PACKAGE}.json")
        entry.size = len(content)
        archive.addfile(entry, io.BytesIO(content))
    return path


def test_queries_are_taken_once_and_single_words_left_out(log: Path) -> None:
    queries = queries_of(log)
    assert {"new york hotels", "New York hotels"} <= set(queries)
    assert len(set(queries)) == len(queries)
    assert all(2 <= len(query.split()) <= 4 for query in queries)


def test_formulas_guess_at_every_place() -> None:
    breaks = guessed_breaks(["new york hotels", "hotels new york"])
    assert breaks.shape == (4, 7)
    # With the default lexicon every formula keeps New York together.
    assert breaks[0, :4].tolist() == [0, 0, 0, 0] == breaks[3, :4].tolist()


def test_words_around_a_place() -> None:
    assert words_around(["New york x"], {"new": 0, "york": 1}).tolist() == [[-1, 0, 1, -1], [0, 1, -1, -1]]


def test_the_direction_that_tells_breaks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_directions, "_EPOCHS", 60)
    draw = np.random.default_rng(3)
    vectors = draw.standard_normal((200, 6)).astype(np.float32) * np.array([1.6, 1.5, 1.4, 1, 1.2, 1.2], np.float32)
    around = draw.integers(0, 200, (4096, 4))
    # Only the fourth number of the word before the place counts, the one that varies least.
    breaks = (vectors[around[:, 1], 3:4] > 0).astype(np.float32)

    def explained(columns: npt.NDArray[np.float32]) -> float:
        """What part of the fourth number the vectors in these directions still tell."""
        shown = vectors @ columns
        guessed = shown @ np.linalg.lstsq(shown, vectors[:, 3], rcond=None)[0]
        return float(1 - np.var(vectors[:, 3] - guessed) / np.var(vectors[:, 3]))

    assert explained(np.eye(6, 2, dtype=np.float32)) < 0.1
    assert explained(directions(vectors, around, breaks, 2)) > 0.9


def test_the_same_package_and_log_give_the_same_bytes(package: Path, log: Path) -> None:
    def context(
        vectors: npt.NDArray[np.float32], formula: npt.NDArray[np.float32], words: Sequence[str]
    ) -> npt.NDArray[np.float32]:
        """Stands for the transformer's part."""
        assert formula.shape == (len(words), FROM_FORMULAS)
        return vectors[:, : DIMENSIONS - FROM_FORMULAS]

    raw = table(package, log, 30, context)
    assert raw == table(package, log, 30, context)
    vectors = unpacked(raw, "small")
    assert vectors.of("york").known
    assert vectors.of("new").rank < vectors.of("york").rank
    assert not vectors.of(WORDS[-1]).known, "only the most frequent words are kept"
    assert len(vectors.of("york").numbers) == DIMENSIONS
    assert any(vectors.of("york").numbers)
