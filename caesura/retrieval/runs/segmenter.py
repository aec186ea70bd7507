"""What a segmenter of Caesura cuts: its segments become phrases, those it is not sure of (`--min-confidence`) stay words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from caesura.retrieval.runs.base import Plan, Run, fixed_plan
from caesura.shapes import Flat

if TYPE_CHECKING:
    from caesura.retrieval.experiment.trial import Trial
    from caesura.segment import Segmentation

NAME = "segmenter"


def sure_option(segmentation: Segmentation, min_confidence: float) -> Flat:
    """The segmentation with every segment under the confidence cut into its words; a method that gives none is believed."""
    lengths: list[int] = []
    for segment in segmentation.segments:
        sure = segment.probability is None or segment.probability >= min_confidence
        lengths += [segment.words] if sure else [1] * segment.words
    return Flat.from_lengths(lengths)


def sure_options(trial: Trial, method: str) -> list[Flat]:
    return [sure_option(found, trial.choices.min_confidence) for found in trial.segmentations(method)]


def make(trial: Trial) -> Sequence[Plan]:
    limit = trial.choices.min_confidence
    told = f", confidence {limit:g}" if limit else ""
    return [fixed_plan(trial, f"{method}{told}", sure_options(trial, method)) for method in trial.choices.methods]


RUN = Run(NAME, "the segments of a method of `caesura segment` as phrases", "", make)
