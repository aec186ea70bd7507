"""What a segmenter of Caesura cuts: its segments become phrases, those it is not sure of (`--min-confidence`) stay words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from caesura.retrieval.runs.base import Plan, Run, fixed_plan
from caesura.segmenters import decide
from caesura.shapes import Flat

if TYPE_CHECKING:
    from caesura.retrieval.experiment.trial import Trial

NAME = "segmenter"


def sure_options(trial: Trial, method: str, least: float) -> list[Flat]:
    """The options of a method that keeps only what it is sure enough of; one that does not say how sure it is is believed."""
    chances = trial.chances(method) if least else None
    if chances is None:
        return [segmentation.flat for segmentation in trial.segmentations(method)]
    return [decide(len(topic.words), known, least).flat for topic, known in zip(trial.topics, chances, strict=True)]


def make(trial: Trial) -> Sequence[Plan]:
    least = trial.choices.min_confidence
    plans = []
    for method in trial.choices.methods:
        told = f"{method}, confidence {least:g}" if least and trial.chances(method) is not None else method
        plans.append(fixed_plan(trial, told, sure_options(trial, method, least)))
    return plans


RUN = Run(NAME, "the segments of a method of `caesura segment` as phrases", "", make)
