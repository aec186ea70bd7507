"""What a segmenter of Caesura cuts: its segments become phrases, those it is not sure of (`--min-confidence`) stay words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from caesura.retrieval.runs.base import PreparedRun, Run, fixed_run
from caesura.segmenters import decide
from caesura.shapes import Flat

if TYPE_CHECKING:
    from caesura.retrieval.experiment.collection import Collection

NAME = "segmenter"


def sure_options(collection: Collection, method: str, minimum: float) -> list[Flat]:
    """The options of a method that keeps only what it is sure enough of; one that does not say how sure it is is believed."""
    chances = collection.material.chances(method) if minimum else None
    if chances is None:
        return [segmentation.flat for segmentation in collection.material.segmentations(method)]
    return [decide(len(topic.words), known, minimum).flat for topic, known in zip(collection.topics, chances, strict=True)]


def prepare(collection: Collection) -> Sequence[PreparedRun]:
    minimum = collection.settings.min_confidence
    prepared = []
    for method in collection.settings.methods:
        label = f"{method}, confidence {minimum:g}" if minimum and collection.material.chances(method) is not None else method
        prepared.append(fixed_run(collection, label, sure_options(collection, method, minimum)))
    return prepared


RUN = Run(NAME, "the segments of a method of `caesura segment` as phrases", "", prepare)
