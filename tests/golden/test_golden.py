"""Files that a release wrote are read by the next: every folder here stays as it is, and means what it meant.

A new version of a format gets a folder of its own (`python -m scripts.golden_files tests/golden/format-2`).
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from caesura.campaign import TaskPage, campaigns_of, export_corpus, join, next_page, open_store, owner_named
from caesura.corpus import Vote, read_corpus
from caesura.lexicon import Lexicon
from caesura.segmenters import read_model, segmenter
from caesura.shapes import Flat

FOLDERS = sorted(folder for folder in Path(__file__).parent.iterdir() if folder.name.startswith("format-"))


def test_the_first_format_is_kept() -> None:
    assert FOLDERS[0].name == "format-1"
    assert {file.name for file in FOLDERS[0].iterdir()} == {"small.lexicon", "small.model", "corpus.jsonl", "campaign.sql"}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_lexicon(folder: Path) -> None:
    lexicon = Lexicon.open(folder / "small.lexicon")
    assert (lexicon.info()["titles"], lexicon.count("cheap")) == (5, 110)
    assert segmenter("titles", lexicon=lexicon).segment("cheap cape town hotels").pipe == "cheap|cape town|hotels"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_model(folder: Path) -> None:
    model = read_model(folder / "small.model")
    assert model.card["queries"] == 40
    made = segmenter("learned", model=str(folder / "small.model"))
    found = [made.segment(text).pipe for text in ("cheap cape town hotels", "used mountain bikes maps")]
    assert found == ["cheap|cape town|hotels", "used|mountain bikes|maps"]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_corpus(folder: Path) -> None:
    corpus = read_corpus(folder / "corpus.jsonl")
    assert len(corpus) == 40
    assert corpus["q0"].votes.all == (Vote(Flat((1, 0, 1)), 2, ("ann", "bob")), Vote(Flat((1, 1, 1)), 1, ("eve",)))
    assert corpus["q0"].query.tags == ("JJ", "NP", "NP", "NN")
    assert corpus.outputs == {"by-hand": {"q0": Flat((1, 0, 1))}}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_database_of_a_campaign_opens_and_goes_on(folder: Path, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "campaigns.db") as connection:
        connection.executescript((folder / "campaign.sql").read_text(encoding="utf-8"))
    connection.close()
    with open_store(str(tmp_path / "campaigns.db")) as store:
        owner = owner_named(store, "ann")
        assert owner is not None
        (campaign,) = campaigns_of(store, owner)
        votes = export_corpus(store, campaign)["q0"].votes
        assert [(vote.shape, vote.count) for vote in votes] == [(Flat((1, 0, 1)), 2)]
        assert isinstance(next_page(store, join(store, campaign.link).key), TaskPage)
