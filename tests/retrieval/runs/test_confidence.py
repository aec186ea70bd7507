"""Segments that a method is not sure of stay words, and the threshold can be tuned."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from caesura.retrieval import RUNS, Collection, Tuning
from caesura.retrieval.runs.segmenter import sure_options
from caesura.retrieval.runs.tuned_confidence import CONFIDENCES
from caesura.segmenters import Segmentation, default_method
from caesura.shapes import Flat
from tests.retrieval.experiment.small import small_collection


def collection_with(segmentations: list[Segmentation], folder: Path) -> Collection:
    collection = small_collection(folder)
    collection.material._segmented["titles"] = segmentations
    return collection


@pytest.mark.parametrize(("least", "wanted"), [(0.0, (0, 1)), (0.7, (0, 1)), (0.8, (1, 1))])
def test_segments_under_the_confidence_stay_words(least: float, wanted: tuple[int, ...], tmp_path: Path) -> None:
    topics = small_collection(tmp_path / "small").topics
    collection = collection_with(
        [Segmentation(topic.words, Flat((0, 1)), probabilities=(0.7, 0.9)) for topic in topics], tmp_path / "small"
    )
    assert set(sure_options(collection, "titles", least)) == {Flat(wanted)}


def test_a_method_without_confidence_is_believed(tmp_path: Path) -> None:
    topics = small_collection(tmp_path / "small").topics
    collection = collection_with([Segmentation(topic.words, Flat((0, 1))) for topic in topics], tmp_path / "small")
    assert set(sure_options(collection, "titles", 0.99)) == {Flat((0, 1))}
    collection.settings = replace(collection.settings, min_confidence=0.99)
    assert [prepared.name for prepared in RUNS["segmenter"].prepare(collection)] == ["titles"]


def test_a_method_that_knows_every_span_is_asked_for_all(tmp_path: Path) -> None:
    collection = small_collection(tmp_path / "small")
    chances = collection.material.chances(default_method())
    if chances is None:
        pytest.skip("the default method does not say how sure it is")
    assert all(set(known) >= {(0, 2), (1, 3), (0, 3)} for known in chances)
    for topic, known, option in zip(collection.topics, chances, sure_options(collection, default_method(), 0.6), strict=True):
        assert all(known[span] >= 0.6 for span in option.spans if span[1] - span[0] > 1)
        assert option.size == len(topic.words)


def test_the_threshold_is_a_setting(tmp_path: Path) -> None:
    topics = small_collection(tmp_path / "small").topics
    sure = [Segmentation(topic.words, Flat((0, 1)), probabilities=(0.7, 0.9)) for topic in topics]
    prepared = RUNS["tuned-confidence"].prepare(collection_with(sure, tmp_path / "small"))[0]
    assert prepared.values == CONFIDENCES
    phrased = {setting: prepared.choose(0, Tuning(setting)).phrased for setting in prepared.values}
    assert phrased == {setting: isinstance(setting, float) and setting <= 0.7 for setting in prepared.values}
    assert {prepared.choose(0, Tuning(setting)).query for setting in prepared.values} == set(prepared.queries(0))
    unsure = [Segmentation(topic.words, Flat((0, 1))) for topic in topics]
    assert RUNS["tuned-confidence"].prepare(collection_with(unsure, tmp_path / "small")) == []
