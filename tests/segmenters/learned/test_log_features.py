"""Models that look at the statistics of a query log: described without the query's own occurrence, trained, kept and run."""

from __future__ import annotations

from math import log
from pathlib import Path

import pytest

from caesura.foundation import InputError
from caesura.lexicon import Lexicon, Source, build_lexicon, default_lexicon
from caesura.segmenters import FeatureSources, LearnedModel, Recipe, fit, read_model, segmenter, write_model
from caesura.segmenters.learned.ablation import ablation_groups, ablation_rows
from caesura.segmenters.learned.log_features import LOG_NUMBERS, log_features
from caesura.segmenters.learned.segmenter import LearnedSegmenter
from caesura.tagging import default_tagger
from tests.segmenters.learned.corpora import OTHERS, PAIRS, invented_corpus

QUICK = Recipe(members=2, hidden=8, epochs=6)


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    """Of a log in which pairs are queries of their own."""
    folder = tmp_path_factory.mktemp("log")
    queries = [*PAIRS, *PAIRS, *(f"{pair} {other}" for pair in PAIRS for other in OTHERS[:4])]
    (folder / "log.txt").write_text("".join(f"{query}\n" for query in queries), encoding="utf-8")
    build_lexicon(folder / "log.lexicon", [Source("log", folder / "log.txt")])
    return Lexicon.open(folder / "log.lexicon")


@pytest.fixture(scope="module")
def model(lexicon: Lexicon) -> LearnedModel:
    return fit(invented_corpus(40), FeatureSources(lexicon, default_tagger()), QUICK)


def numbers(lexicon: Lexicon, query: str) -> list[dict[str, float]]:
    features = log_features(lexicon)
    assert features is not None
    return [dict(zip(LOG_NUMBERS, row, strict=True)) for row in features.rows(query.split())]


def test_a_query_is_described_without_itself(lexicon: Lexicon) -> None:
    (pair,) = numbers(lexicon, "blue harbour")
    # Two queries are the pair itself; four have it and a word behind it.
    assert pair["log: queries with both words of pair +0"] == log(1 + 4)
    assert pair["log: the pair begins queries"] == pytest.approx((4 + 0.2) / (4 + 1))
    assert pair["log: the pair ends queries"] == pytest.approx(0.2 / (4 + 1))
    assert pair["log: the pair is a query"] == 0, "that it is the whole query says nothing about its place"
    first, second = numbers(lexicon, "blue harbour map")
    assert first["log: the pair is a query"] == second["log: the words before are a query"] == log(1 + 2)
    assert first["log: queries with both words of pair +0"] == log(1 + 5)
    assert second["log: queries with both words of pair +0"] == 0


def test_it_has_no_numbers_without_a_log() -> None:
    assert log_features(default_lexicon()) is None


def test_a_model_that_looks_at_them_is_kept_and_runs_alike_on_every_path(
    lexicon: Lexicon, model: LearnedModel, tmp_path: Path
) -> None:
    assert model.network.uses_log
    assert model.network.uses_background
    assert model.described()["features"]["statistics of the log"] == len(LOG_NUMBERS)
    write_model(model, tmp_path / "my.model")
    read = read_model(tmp_path / "my.model")
    assert read.network == model.network
    fast = segmenter("learned", lexicon=lexicon, model=read)
    plain = segmenter("learned", lexicon=lexicon, model=read, compiled=False)
    assert isinstance(fast, LearnedSegmenter)
    assert isinstance(plain, LearnedSegmenter)
    for text in (
        "blue harbour map",
        "cheap hotels, silver birch",
        "washington, dc weather",
        "zorblatt qqxy 東京 café",
        "Iron Kettle repair",
    ):
        words = tuple(text.split())
        assert fast.scores(words) == plain.scores(words) == fast.plain_scores(words)
    assert fast.segment("cheap blue harbour").probability is not None
    assert list(fast.masks(["blue harbour map"])) == list(plain.masks(["blue harbour map"]))


def test_a_lexicon_without_them_is_refused(model: LearnedModel) -> None:
    with pytest.raises(InputError, match="statistics of a query log"):
        segmenter("learned", model=model)


def test_they_are_a_group_of_the_ablation(lexicon: Lexicon) -> None:
    sources = FeatureSources(lexicon, default_tagger())
    rows = ablation_rows(invented_corpus(30), sources, QUICK)
    assert [row["without"] for row in rows] == ["nothing", *ablation_groups(sources)]
    assert rows[-1]["without"] == "the log's statistics"
