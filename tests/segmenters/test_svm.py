"""Bergsma and Wang's machine: its features by hand, its optimum against a peer's, and what it learns."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import log1p
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.corpus import Corpus, read_corpus
from caesura.foundation import InputError
from caesura.lexicon import MemoryLexicon
from caesura.segmenters import MethodSettings, predict, segmenter
from caesura.segmenters.margin import margins, trained, tuned
from caesura.segmenters.methods.svm import place_features
from tests.cli.commands import run

LEXICON = MemoryLexicon(
    {"new": 90, "york": 50, "new york": 40, "the new york": 7, "newyork": 3, "york and times": 2, "york's times": 1, "free": 60}
    | {"times": 80, "york times": 15, "new times": 4, "new york times": 12, "hotels": 30, "maps": 20, "free maps": 2},
    total=10_000,
)


def tagger(words: Sequence[str], /) -> tuple[str, ...]:
    return tuple("ADJ" if word == "free" else "NOUN" for word in words)


def corpus(folder: Path, queries: int = 60) -> Corpus:
    """Annotators who keep "new york" together and break everywhere else."""
    endings = ["hotels", "maps", "times", "free maps", "free hotels"]
    rows = []
    for number in range(queries):
        ending = endings[number % len(endings)]
        text = f"{ending} new york" if number % 2 else f"new york {ending}"
        cut = text.replace("new york", "new_york").replace(" ", "|").replace("_", " ")
        rows.append({"id": str(number), "text": text, "votes": [{"flat": cut, "count": 3}]})
    (folder / "taught.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return read_corpus(folder / "taught.jsonl")


def test_features_by_hand() -> None:
    words = ("free", "New", "york", "times")
    first, middle, _ = place_features(words, tagger(words), LEXICON)
    numbers, fires = middle
    assert numbers["L0 R0"] == log1p(40)
    assert numbers["the L0 R0"] == log1p(7)
    assert numbers["joined L0 R0"] == log1p(3)
    assert numbers["and R0 R1"] == log1p(2)
    assert numbers["'s R0 R1"] == log1p(1)
    assert numbers["L0 to R1"] == log1p(12)
    assert numbers["L0 R1"] == log1p(4)  # the dependency between the words around the word behind
    assert {"from start 2", "from end 2", "L1 is free", "tags L0 R0 NOUN NOUN", "no L2", "no R2"} <= fires
    assert "no L1" not in fires
    assert "no L1" in first[1]


@given(st.integers(0, 2**32 - 1), st.sampled_from([1e-3, 1e-2, 1.0]))
def test_the_optimum_is_that_of_a_peer(seed: int, cost: float) -> None:
    svm = pytest.importorskip("sklearn.svm")
    draw = np.random.default_rng(seed)
    inputs = draw.normal(size=(80, 4))
    signs = np.where(inputs @ draw.normal(size=4) + draw.normal(size=80) > 0, 1.0, -1.0)
    if len(set(signs)) < 2:
        return
    # The peer's bias has a penalty, which a large constant input takes away.
    peer = svm.LinearSVC(C=cost, loss="squared_hinge", dual=False, intercept_scaling=1000, tol=1e-10, max_iter=100_000)
    peer.fit(inputs, signs)
    ours = trained(inputs, signs, cost)
    assert margins(inputs, ours) == pytest.approx(peer.decision_function(inputs), abs=2e-3)


def test_what_separates_is_separated() -> None:
    inputs = np.array([[1.0, 0.0], [2.0, 1.0], [-1.0, 0.0], [-2.0, 1.0]] * 10)
    signs = np.where(inputs[:, 0] > 0, 1.0, -1.0)
    weights, _, slope = tuned(inputs, signs, list(range(40)))
    assert ((margins(inputs, weights) > 0) == (signs > 0)).all()
    assert slope > 0


def test_it_learns_what_people_keep_together(tmp_path: Path) -> None:
    taught = corpus(tmp_path)
    chosen = segmenter("svm", lexicon=LEXICON, tagger=tagger, examples=taught)
    assert chosen.segment("hotels new york").pipe == "hotels|new york"
    assert chosen.segment("new york").pipe == "new york"
    assert chosen.segment("hotels").pipe == "hotels"
    found = chosen.segment("maps new york free")
    assert found.pipe == "maps|new york|free"
    assert found.probabilities is not None
    assert all(0.5 < chance <= 1 for chance in found.probabilities)
    again = segmenter("svm", lexicon=LEXICON, tagger=tagger, examples=str(tmp_path / "taught.jsonl"))
    assert again.segment("maps new york free") == found
    with pytest.raises(InputError, match="--examples CORPUS"):
        segmenter("svm", lexicon=LEXICON)


def test_each_query_by_a_machine_that_has_not_seen_it(tmp_path: Path) -> None:
    taught = corpus(tmp_path)
    predicted = predict("svm", taught, MethodSettings(folds=3))
    assert predicted.seen == frozenset()
    right = sum(predicted.of[entry.query.id] == entry.votes.top.shape for entry in taught)
    assert right >= 45  # equal queries share a fold, so some endings are new to it
    given = predict("svm", taught, MethodSettings(examples=tmp_path / "taught.jsonl"))
    assert given.seen == frozenset(entry.query.id for entry in taught)
    assert "trained on 60 of these 60 queries" in given.notes[0]


def test_the_command(tmp_path: Path) -> None:
    corpus(tmp_path)
    result = run("segment", "hotels new york", "--method", "svm", "--examples", tmp_path / "taught.jsonl", "-f", "pipe")
    assert result.stdout == "hotels|new york\n"
    result = run("segment", "hotels new york", "--method", "svm")
    assert result.returncode == 2
    assert "there are none" in result.stderr
