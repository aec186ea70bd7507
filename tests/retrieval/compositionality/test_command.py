"""`caesura retrieval compositionality`: the figures of the library, by query or by file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from caesura.retrieval import InCollection, Index, build_index
from tests.cli.commands import run

_TEXTS = ["hot dog with mustard and bread", "warm dog by the fire", "hot soup and warm bread", "a hound by the fire", "hot dog"]


@pytest.fixture
def index(tmp_path: Path) -> Path:
    (tmp_path / "docs.jsonl").write_text("".join(json.dumps({"id": str(n), "text": text}) + "\n" for n, text in enumerate(_TEXTS)))
    (tmp_path / "synonyms").write_text("hot warm\ndog hound\n")
    build_index(tmp_path / "docs.jsonl", tmp_path / "index")
    return tmp_path / "index"


def test_the_means_of_the_exchanges_are_the_figures(index: Path, tmp_path: Path) -> None:
    words = [str(index), "the hot dog", "--synonyms", str(tmp_path / "synonyms"), "--format", "json"]
    (row,) = json.loads(run("retrieval", "compositionality", *words).stdout)
    assert (row["id"], row["words"]) == ("1", "hot dog")
    expected = InCollection(Index.open(index), synonyms={"hot": ("warm",), "dog": ("hound",)})(("hot", "dog"))
    assert (row["good_turing"], row["atc"]) == (expected.good_turing, expected.atc)
    listed = json.loads(run("retrieval", "compositionality", *words, "--changes").stdout)
    assert [one["changed"] for one in listed["changes"]] == ["warm dog", "hot hound"]
    for model in ("good_turing", "atc"):
        assert sum(one[model] for one in listed["changes"]) / 2 == pytest.approx(row[model])


def test_the_least_compositional_first_and_those_without_a_figure_last(index: Path, tmp_path: Path) -> None:
    (tmp_path / "topics").write_text(
        "<top><num> Number: 7 <title> hot zebra </top><top><num> 8 <title> hot dog </top>".replace("><top", ">\n<top")
    )
    arguments = [str(index), "--queries", str(tmp_path / "topics"), "--synonyms", str(tmp_path / "synonyms"), "--format", "json"]
    rows = json.loads(run("retrieval", "compositionality", *arguments).stdout)
    assert [(row["id"], row["good_turing"] is None) for row in rows] == [("8", False), ("7", True)]
