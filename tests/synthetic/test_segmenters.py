"""Segmenters, lexicons and models on the invented corpus and log."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from caesura.corpus import read_corpus
from caesura.lexicon import Lexicon, MemoryLexicon, Source, build_lexicon, count_on_spark, default_lexicon
from caesura.segmenters import FeatureSources, MethodSettings, Recipe, Segmenter, predict, segment_frame, segmenter, train
from caesura.segmenters.learned.fitting import models_in_folds
from caesura.segmenters.learned.model import query_hash
from caesura.segmenters.learned.shipped_folds import FoldNetworks, read_fold_networks, shipped_folds, write_fold_networks
from caesura.tagging import default_tagger

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

START = "webis-qsec-10-training-set"


def rows(folder: Path, name: str) -> list[list[str]]:
    return [line.split("\t") for line in (folder / "webis-qsec-10" / "data" / f"{START}-{name}.txt").read_text().splitlines()]


def chosen(method: str, folder: Path, lexicon: Lexicon | MemoryLexicon, compiled: bool | None) -> Segmenter:
    if method == "pmi":
        total = 10**18
        logarithms = [row for part in "12" for row in rows(folder, f"{part}-gram-web-frequencies-msn")]
        counts = {ngram: round(total * 10 ** float(value)) for ngram, value in logarithms}
        old = MemoryLexicon(counts, total=total)
        return segmenter("pmi", lexicon=old, compiled=compiled, threshold=0.8948 * math.log(10))
    if method == "titles+noun-phrases":
        tags = {ngram: tuple(ast.literal_eval(listed)) for ngram, listed in rows(folder, "n-gram-pos-tagged")}

        def tagger(words: Sequence[str], /) -> tuple[str, ...]:
            return tags[" ".join(words)]

        return segmenter(method, lexicon=lexicon, rules="published", compiled=compiled, tagger=tagger)
    return segmenter(method, lexicon=lexicon, rules="published", compiled=compiled)


@pytest.fixture(scope="module")
def built(synthetic_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    data = synthetic_data / "webis-qsec-10" / "data"
    file = tmp_path_factory.mktemp("invented") / "invented.lexicon"
    counts, titles = data / f"{START}-n-gram-web-frequencies-google.txt", data / f"{START}-n-gram-wikipedia-titles.txt"
    build_lexicon(file, [Source("counts", counts), Source("titles", titles)])
    return Lexicon.open(file)


@pytest.mark.parametrize("compiled", [False, None], ids=["plain", "kernel"])
@pytest.mark.parametrize(
    ("method", "recorded"),
    [
        ("pmi", "pmi-baseline"),
        ("naive", "stein2010j"),
        ("wikipedia", "stein2011e"),
        ("titles", "wt-baseline"),
        ("titles+noun-phrases", "wt-snp-baseline"),
        ("hybrid", "hybrid-acc"),
    ],
)
def test_recorded_outputs(synthetic_data: Path, built: Lexicon, method: str, recorded: str, compiled: bool | None) -> None:
    corpus = read_corpus(synthetic_data / "webis-qsec-10")
    outputs = corpus.outputs[recorded]
    segments = chosen(method, synthetic_data, built, compiled)
    tagged = method == "hybrid"
    different = [
        entry.query.text
        for entry in corpus
        if segments.segment(entry.query.text, entry.query.tags if tagged else None).flat != outputs[entry.query.id]
    ]
    assert different == []
    assert len(set(outputs.values())) > 5


def test_a_lexicon_of_the_corpus(synthetic_data: Path, built: Lexicon) -> None:
    for ngram, count in rows(synthetic_data, "n-gram-web-frequencies-google"):
        assert built.count(ngram.split()) == int(count)
    assert all(built.is_title(title.split()) for (title,) in rows(synthetic_data, "n-gram-wikipedia-titles"))
    assert not built.is_title(["apple", "trees"])


def test_no_query_can_be_read_from_a_trained_model(synthetic_data: Path, tmp_path: Path) -> None:
    corpus = read_corpus(synthetic_data / "webis-qsec-10")
    model = train(corpus, members=2, output=tmp_path / "invented.model")
    assert model.card["queries"] == len(corpus)
    words = set(re.findall(r"[a-z]{6,}", " ".join(entry.query.text for entry in corpus)))
    assert len(words) > 15
    raw = (tmp_path / "invented.model").read_bytes()
    body = raw[raw.index(b"}\n") :].lower() if b"}\n" in raw else raw.lower()
    assert not [word for word in words if word.encode() in body]


def test_networks_of_folds(synthetic_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model and the networks of its folds, as they ship: each query is predicted by the network that left it out."""
    corpus = read_corpus(synthetic_data / "webis-qsec-10", annotated=True)
    entries = [entry for entry in corpus if len(entry.query.words) > 1]
    sources, recipe = FeatureSources(default_lexicon(), default_tagger()), Recipe(members=2, hidden=8, epochs=4)
    whole = train(corpus, members=2)
    folds = list(models_in_folds(corpus, sources, 2, recipe))
    fold = {query_hash(entry.query.text, whole.salt): number for number, (_, own) in enumerate(folds) for entry in own}
    networks = tuple(model.network for model, _ in folds)
    write_fold_networks(
        FoldNetworks(networks, whole.odds_ratio, whole.salt, bytes(fold[hashed] for hashed in whole.seen)), tmp_path / "x.folds"
    )
    read = read_fold_networks((tmp_path / "x.folds").read_bytes(), "x.folds")
    assert read.networks == networks
    monkeypatch.setattr(
        "caesura.segmenters.learned.shipped_folds.default_model", lambda: replace(whole, card={**whole.card, "folds": 2, "seed": 1})
    )
    monkeypatch.setattr("caesura.segmenters.learned.shipped_folds.default_fold_networks", lambda: read)
    shipped = shipped_folds(corpus, sources, 2, recipe)
    assert shipped is not None
    assert [model.network for model, _ in shipped] == list(networks)
    for (_, own), (_, trained_without) in zip(shipped, folds, strict=True):
        assert {entry.query.id for entry in own} == {entry.query.id for entry in trained_without}
    assert sum(len(own) for _, own in shipped) == len(entries)
    assert shipped_folds(corpus, sources, 3, recipe) is None
    predicted = predict("learned", corpus, MethodSettings(folds=2))
    assert "shipped-folds#" in predicted.facts["model"]
    assert any("the shipped networks of these folds" in note for note in predicted.notes)


def test_counts_on_spark(spark: SparkSession, synthetic_data: Path, tmp_path: Path) -> None:
    log = synthetic_data / "query-log" / "queries.tsv"
    count_on_spark(spark, [log], tmp_path / "counts", kind="log", column=2)
    build_lexicon(tmp_path / "spark.lexicon", [Source("counts", tmp_path / "counts")])
    build_lexicon(tmp_path / "local.lexicon", [Source("log", log, column=2, statistics=False)])
    facts = [Lexicon.open(tmp_path / f"{name}.lexicon").info() for name in ("spark", "local")]
    for one in facts:
        del one["sources"]
    assert facts[0] == facts[1]


def test_spark_frames(spark: SparkSession, synthetic_data: Path, built: Lexicon) -> None:
    import polars

    queries = [line.split("\t")[1] for line in (synthetic_data / "query-log" / "queries.tsv").read_text().splitlines()]
    here = segment_frame(polars.DataFrame({"query": queries}), method="titles", lexicon=built)["segmentation"].to_list()
    frame = spark.createDataFrame(list(enumerate(queries)), "id int, query string")
    there = segment_frame(frame, method="titles", lexicon=built).orderBy("id").collect()
    assert [row.segmentation for row in there] == here
