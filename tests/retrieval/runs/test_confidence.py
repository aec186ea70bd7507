"""Segments that a method is not sure of stay words, and the threshold can be tuned."""

from __future__ import annotations

from pathlib import Path

import pytest

from caesura.retrieval import Case, Trial, run_named
from caesura.retrieval.runs.segmenter import sure_option
from caesura.retrieval.runs.tuned_confidence import CONFIDENCES
from caesura.segment import Segmentation
from caesura.shapes import Flat
from tests.retrieval.experiment.small import small_trial

WORDS = ("hot", "dog", "stand", "paris")
SURE = Segmentation(WORDS, Flat((0, 1, 0)), probabilities=(0.9, 0.6))


@pytest.mark.parametrize(
    ("least", "wanted"),
    [(0.0, (0, 1, 0)), (0.6, (0, 1, 0)), (0.7, (0, 1, 1)), (0.95, (1, 1, 1))],
    ids=["all", "both", "one", "none"],
)
def test_segments_under_the_confidence_stay_words(least: float, wanted: tuple[int, ...]) -> None:
    assert sure_option(SURE, least) == Flat(wanted)


def test_a_method_without_confidence_is_believed() -> None:
    assert sure_option(Segmentation(WORDS, Flat((0, 1, 0))), 0.99) == Flat((0, 1, 0))


def trial_with(segmentations: list[Segmentation], folder: Path) -> Trial:
    trial = small_trial(folder)
    trial._segmented["titles"] = segmentations
    return trial


def test_the_threshold_is_a_setting(tmp_path: Path) -> None:
    topics = small_trial(tmp_path / "small").topics
    sure = [Segmentation(topic.words, Flat((0, 1)), probabilities=(0.7, 0.9)) for topic in topics]
    plan = run_named("tuned-confidence").make(trial_with(sure, tmp_path / "small"))[0]
    assert plan.settings == CONFIDENCES
    phrased = {setting: plan.choose(Case(0, setting)).phrased for setting in plan.settings}
    assert phrased == {setting: isinstance(setting, float) and setting <= 0.7 for setting in plan.settings}
    assert {plan.choose(Case(0, setting)).query for setting in plan.settings} == set(plan.queries(0))
    unsure = [Segmentation(topic.words, Flat((0, 1))) for topic in topics]
    assert run_named("tuned-confidence").make(trial_with(unsure, tmp_path / "small")) == []
